#!/bin/sh
# Creates the secrets of the cluster: passwords for PostgreSQL, NATS and Grafana, and the URLs with
# passwords that the nodes use.
set -eu
cd "$(dirname "$0")"
# Each file belongs to the user of the container that reads it. Without root, only podman can arrange that.
if [ "$(id -u)" = 0 ]; then
    give() { chown "$1" "$2"; }
elif command -v podman > /dev/null; then
    give() { podman unshare chown "$1" "$2"; }
else
    echo "run this as root: each file must belong to the user of the container that reads it" >&2
    exit 1
fi
if [ -e secrets ]; then
    echo "secrets/ already exists; delete it to create new ones" >&2
    exit 1
fi
umask 077
mkdir secrets
password() { head -c 24 /dev/urandom | base64 | tr '+/' '-_' | tr -d '='; }
postgres=$(password)
nats=$(password)
printf %s "$postgres" > secrets/postgres
printf %s "$(password)" > secrets/grafana
printf 'authorization { user: bosworth, password: "%s" }\n' "$nats" > secrets/nats
printf 'postgres://bosworth:%s@postgres/bosworth' "$postgres" > secrets/database
printf 'nats://bosworth:%s@nats:4222' "$nats" > secrets/bus
give 1485:1485 secrets/database
give 1485:1485 secrets/bus
give 472:0 secrets/grafana
echo "secrets/ was created; keep it out of backups that others can read"
