#!/usr/bin/env bash
# Builds lo and runs its tests on the V8s of other Debian releases, as root:
#
#   test/other-v8.sh [RELEASE]...      default: trixie (V8 11.3) and testing (V8 13.6)
#
# A release lives in build/other-v8/RELEASE, made by debootstrap the first time. In trixie
# libnode-dev is installed, in testing the build downloads it: both ways are tested.
set -euo pipefail
top=$(cd "$(dirname "$0")/.." && pwd)

# In a mount namespace of its own, nothing stays mounted however this ends.
if [[ -z ${OTHER_V8_NAMESPACE:-} ]]; then
  OTHER_V8_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$@"
fi

# The Debian mirror that this machine uses.
mirror() {
  [[ -n $(apt-get indextargets) ]] || apt-get update -qq >&2
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' | head -n 1
}

in_root() {
  chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

make_root() {
  local packages=(cmake ninja-build g++ libgtest-dev ca-certificates)
  # The script of sid serves for every release that debootstrap does not know yet.
  local script=/usr/share/debootstrap/scripts/$release
  [[ -e $script ]] || script=/usr/share/debootstrap/scripts/sid
  [[ $release != trixie ]] || packages+=(libnode-dev)
  rm -rf "$root" &&
    debootstrap --variant=minbase "$release" "$root" "$(mirror)" "$script" &&
    # Testing's lists may be past their date on a mirror that is not refreshed every day.
    echo 'Acquire::Check-Valid-Until "false";' > "$root/etc/apt/apt.conf.d/90valid-until" &&
    in_root apt-get update &&
    in_root apt-get install -y --no-install-recommends "${packages[@]}" &&
    touch "$root/made"
}

copy_source() {
  mkdir -p "$root/src/lo"
  find "$root/src/lo" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  (cd "$top" && git ls-files -z | tar --null --files-from=- --create) | tar -xC "$root/src/lo"
  local seed=$top/../shared/seed
  if [[ -d $seed ]]; then
    mkdir -p "$root/src/shared"
    cp -r "$seed" "$root/src/shared"
  fi
}

[[ $# -gt 0 ]] || set -- trixie testing
for release; do
  root=$top/build/other-v8/$release
  mkdir -p "$root"
  if [[ ! -e $root/made ]] && ! make_root > "$root.log" 2>&1; then
    tail -n 30 "$root.log"
    exit 1
  fi
  copy_source
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  in_root sh -c 'cd /src/lo && cmake --workflow --preset test'
done
