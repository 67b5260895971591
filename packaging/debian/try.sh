#!/bin/sh
# Tests a package on a bare Debian: installs it, starts the server as its own user with the command of
# its unit, plays whole games, makes a backup, removes and purges it, and checks for leftovers.
#
#   packaging/debian/try.sh target/release-kit/bosworth_0.1.0_amd64.deb [FOLDER]
#
# Needs root, debootstrap, util-linux, iproute2 and python3. FOLDER, by default a temporary one, keeps
# the bare system for the next run. After the download, nothing can reach the network.
set -eu
package=$(realpath "$1")
here=$(realpath "$(dirname "$0")/../..")

if [ "${TRY_INSIDE:-}" != yes ]; then
    folder=${2:-$(mktemp -d)}
    if [ ! -e "$folder/bare.tar" ]; then
        mkdir -p "$folder"
        debootstrap --variant=minbase bookworm "$folder/bare"
        tar --create --file "$folder/bare.tar" --directory "$folder/bare" .
        rm -rf "$folder/bare"
    fi
    system=$(mktemp -d "$folder/system.XXXXXX")
    chmod 0755 "$system"
    tar --extract --file "$folder/bare.tar" --directory "$system"
    # Separate namespaces: no network but loopback, and no process outlives the test.
    status=0
    TRY_INSIDE=yes unshare --net --mount --mount-proc --pid --fork --kill-child \
        "$0" "$package" "$system" || status=$?
    rm -rf "$system"
    [ -n "${2:-}" ] || rm -rf "$folder"
    exit $status
fi

system=$2
say() { printf '== %s\n' "$*"; }
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
inside() { chroot "$system" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"; }
# All files of the system except dpkg's records, logs and the user database.
files() {
    (cd "$system" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp -o -path ./var/log \
        -o -path ./var/lib/dpkg -o -path ./var/cache -o -name 'passwd*' -o -name 'shadow*' \
        -o -name 'group*' -o -name 'gshadow*' -o -name 'sub?id*' \) -prune -o -print | sort)
}
# A setting of one of the package's units.
unit() { sed -n "s/^$2=//p" "$system/lib/systemd/system/$1"; }
# Runs a command as the user of a service, in its environment.
as_service() {
    name=$1
    shift
    # One variable on each line, some in quotation marks.
    unit "$name" Environment | sed 's/^"\(.*\)"$/\1/' > "$system/tmp/environment"
    while IFS= read -r variable; do set -- "$variable" "$@"; done < "$system/tmp/environment"
    exec chroot --userspec="$(unit "$name" User)" "$system" /usr/bin/env -i "$@"
}

ip link set lo up
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
files > "$system/tmp/before"
users=$(cut -d: -f1 "$system/etc/passwd" | sort)

say "install"
cp "$package" "$system/tmp/bosworth.deb"
inside dpkg --install /tmp/bosworth.deb
inside bosworth --version
inside test -s /usr/share/man/man1/bosworth-serve.1.gz || fail "no manual page"
inside test -s /usr/share/bash-completion/completions/bosworth || fail "no completions"
[ "$(inside stat -c '%U %a' /var/lib/bosworth)" = "bosworth 700" ] || fail "the state folder"
for name in bosworth.service bosworth-backup.service bosworth-backup.timer bosworth.socket; do
    [ -s "$system/lib/systemd/system/$name" ] || fail "no $name"
done

say "serve"
# The command is the unit's, split at spaces as systemd does it.
as_service bosworth.service $(unit bosworth.service ExecStart) > "$system/tmp/log" 2>&1 &
server=$!
for attempt in $(seq 100); do
    inside bosworth healthcheck > /dev/null 2>&1 && break
    kill -0 $server || { cat "$system/tmp/log"; fail "the server ended"; }
    sleep 0.1
done
inside bosworth healthcheck || { cat "$system/tmp/log"; fail "not healthy"; }
[ "$(stat -c %U "/proc/$server")" != root ] || fail "it runs as root"
[ "$(inside stat -c '%U %a' /var/lib/bosworth/bosworth.db)" = "bosworth 600" ] || fail "the database"

say "play"
python3 "$here/suites/chaos/visit.py" 1485
python3 - <<'END'
import urllib.request
page = urllib.request.urlopen("http://127.0.0.1:1485/").read()
assert b"Bosworth" in page and b"wasm" in page, "the web app is not inside"
END

say "back up"
(as_service bosworth-backup.service $(unit bosworth-backup.service ExecStart))
backup=$(ls "$system"/var/lib/bosworth/backups/*.db)
[ "$(stat -c %a "$backup")" = 600 ] || fail "the backup can be read by others"
(as_service bosworth.service /usr/bin/bosworth db check)
printf "\ndatabase = 'sqlite:/var/lib/bosworth/other.db'\n" >> "$system/etc/bosworth/bosworth.toml"
as_service bosworth.service /usr/bin/bosworth serve --check-config | grep -q '^database .*other.db' ||
    fail "the unit overrides the settings file"
sed -i '/other.db/d' "$system/etc/bosworth/bosworth.toml"

say "kill it and start it again"
kill -9 $server
wait $server || true
as_service bosworth.service $(unit bosworth.service ExecStart) >> "$system/tmp/log" 2>&1 &
server=$!
for attempt in $(seq 100); do
    inside bosworth healthcheck > /dev/null 2>&1 && break
    sleep 0.1
done
python3 "$here/suites/chaos/visit.py" 1485
kill $server
wait $server || fail "it did not end well"

say "remove"
inside dpkg --remove bosworth
[ ! -e "$system/usr/bin/bosworth" ] || fail "the program is left"
[ -e "$system/var/lib/bosworth/bosworth.db" ] || fail "the games are gone"
say "purge"
inside dpkg --purge bosworth
[ "$(inside stat -c '%U %a' /var/lib/bosworth/backups)" = "root 700" ] || fail "the backups are gone"
rm -r "$system/var/lib/bosworth"
files > "$system/tmp/after"
diff "$system/tmp/before" "$system/tmp/after" || fail "something is left"
[ "$users" = "$(cut -d: -f1 "$system/etc/passwd" | sort)" ] || fail "the user is left"
say "the package installs, serves, survives kill -9 and leaves only the backups behind"
