# The tests of watched descriptors once more, with as many descriptors as they want.
source "$(dirname "$0")/harness.sh"

it 'watches more descriptors than one wait reports'
ulimit -S -n 4096
LIMIT=60 run "$LO" "$tests_folder/../lo/descriptors.test.js"
status_is 0
out_has '# skipped 0'
