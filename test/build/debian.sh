#!/usr/bin/env bash
# Tests how the build gets Debian's packages (cmake/Debian.cmake). As root: it hides what the system
# has, and becomes an ordinary user.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)

# In a mount namespace of its own, nothing stays mounted however this ends.
if [[ -z ${DEBIAN_TEST_NAMESPACE:-} ]]; then
  DEBIAN_TEST_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$top" && git ls-files -z | tar --null --files-from=- --create) | tar -xC "$work"
chown -R nobody "$work"

# A machine with empty package lists, without V8 and GoogleTest, and with a source out of reach.
for folder in /var/lib/apt/lists /usr/include/nodejs /usr/include/gtest; do
  [[ ! -d $folder ]] || mount -t tmpfs none "$folder"
done
cp -r /etc/apt/sources.list.d "$work/sources"
echo 'deb http://unreachable.invalid/ stable main' > "$work/sources/unreachable.list"
mount --bind "$work/sources" /etc/apt/sources.list.d

configure() {
  setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME=/nonexistent \
    cmake -S "$work" --preset release > "$work/output" 2>&1
}
offline() { unshare --net bash -c "$(declare -f configure); work=$work; configure"; }
fail() { echo "not ok: $1"; cat "$work/output"; exit 1; }
has() { grep -q "$1" "$work/output"; }

offline && fail 'no network and nothing cached is an error'
[[ $(grep -c 'CMake Error' "$work/output") -eq 1 ]] || fail 'the error is one'
has 'could not download it' || fail 'the error says what is wrong'

configure || fail 'an ordinary user gets the packages'
for package in libnode-dev libgtest-dev; do
  has "Downloading $package" || fail "$package comes from Debian"
done

rm -rf "$work/build/release"
offline || fail 'a second configure needs no network'
has 'Downloading' && fail 'a second configure downloads nothing'

if [[ -x $top/build/release/lo && -d $top/build/debian ]]; then
  mkdir -p "$work/moved/release"
  cp "$top/build/release/lo" "$work/moved/release"
  cp -r "$top/build/debian" "$work/moved"
  "$work/moved/release/lo" --version > "$work/output" 2>&1 || fail 'the build folder can be moved'
fi
echo 'ok'
