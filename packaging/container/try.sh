#!/bin/sh
# Tests an image: its size and settings; that the server runs unprivileged and writes only to its
# volume; that the health check is correct; that games can be played.
#
#   packaging/container/try.sh target/release-kit/bosworth-0.1.0-image-linux-x86_64.tar.gz
#
# Needs root, buildah, util-linux, iproute2 and python3. Runs the image with podman if that works,
# otherwise with chroot in separate namespaces and a read-only root.
set -eu
say() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
here=$(realpath "$(dirname "$0")/../..")
MAX_IMAGE_BYTES=30000000

if [ "${TRY_INSIDE:-}" != yes ]; then
    file=$(mktemp --suffix=.tar)
    gzip --decompress --stdout "$1" > "$file"
    container=$(buildah from "docker-archive:$file")
    trap 'buildah rm "$container" > /dev/null; rm -f "$file"' EXIT
    say "image"
    size=$(stat -c %s "$file")
    [ "$size" -le $MAX_IMAGE_BYTES ] || fail "$size bytes exceed the limit of $MAX_IMAGE_BYTES"
    setting() { buildah inspect --format "{{.Docker.Config.$1}}" "$container"; }
    [ "$(setting User)" = 1485:1485 ] || fail "the user is $(setting User)"
    probe=$(buildah inspect --format '{{.Docker.Config.Healthcheck.Test}}' "$container")
    [ "$probe" = "[CMD /bosworth healthcheck]" ] || fail "the probe is $probe"
    echo "$size bytes, $(gzip --list "$1" | awk 'NR == 2 { print $1 }') compressed; user 1485"
    if podman run --rm "$(buildah commit --quiet "$container" bosworth-try)" --version 2> /dev/null; then
        say "with podman"
        run=$(podman run --detach --read-only --cap-drop all --security-opt no-new-privileges \
            --network host --volume /data bosworth-try)
        trap 'podman rm --force "$run" > /dev/null; buildah rm "$container" > /dev/null; rm -f "$file"' EXIT
        for attempt in $(seq 100); do
            podman exec "$run" /bosworth healthcheck > /dev/null 2>&1 && break
            sleep 0.2
        done
        podman healthcheck run "$run" || fail "not healthy"
        python3 "$here/suites/chaos/visit.py" 1485
        podman stop --time 20 "$run" > /dev/null
        [ "$(podman inspect --format '{{.State.ExitCode}}' "$run")" = 0 ] || fail "it did not end well"
    else
        say "no container engine works here: using chroot"
        TRY_INSIDE=yes unshare --net --mount --mount-proc --pid --fork --kill-child "$0" "$(buildah mount "$container")" \
            "$(buildah inspect --format '{{range .Docker.Config.Env}}{{println .}}{{end}}' "$container" |
                sed -n 's/^BOSWORTH_DEFAULTS=//p')"
    fi
    say "the image runs read-only, not as root, and is healthy"
    exit
fi

root=$1
ip link set lo up
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o uid=1485,gid=1485,mode=0700 volume "$root/data"
! touch "$root/mark" 2> /dev/null || fail "the root can be written to"
program() {
    chroot --userspec=1485:1485 "$root" /bosworth "$@"
}
export BOSWORTH_DEFAULTS="$2"
! program healthcheck 2> /dev/null || fail "healthy before it runs"
env --unset=HOME --unset=LANG chroot --userspec=1485:1485 "$root" /bosworth serve &
server=$!
for attempt in $(seq 100); do
    program healthcheck > /dev/null 2>&1 && break
    kill -0 $server || fail "the server ended"
    sleep 0.1
done
program healthcheck || fail "not healthy"
[ "$(stat -c %u "/proc/$server")" = 1485 ] || fail "it runs as somebody else"
python3 "$here/suites/chaos/visit.py" 1485
[ "$(stat -c '%u %a' "$root/data/bosworth.db")" = "1485 600" ] || fail "the database"
kill $server
wait $server || fail "it did not end well"
