#!/bin/sh
# Makes the secrets of the cluster, once: passwords of PostgreSQL, NATS and Grafana, and the addresses
# with them that the nodes use.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
    echo "secrets/ exists already; delete it to make new ones" >&2
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
# Containers read them as users of their own, whatever those are here.
chmod 0755 secrets
chmod 0644 secrets/*
echo "secrets/ is written: keep it out of backups that others can read"
