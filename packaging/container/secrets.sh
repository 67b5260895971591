#!/bin/sh
# Creates the secrets of the cluster: passwords for PostgreSQL, NATS and Grafana, and the URLs with
# passwords that the nodes use.
set -eu
cd "$(dirname "$0")"
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
# Containers read them as their own users, whose IDs differ from those of this machine.
chmod 0755 secrets
chmod 0644 secrets/*
echo "secrets/ was created; keep it out of backups that others can read"
