#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets. What is there already is kept: run it again after an upgrade.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# Containers read the files as users of their own; on this machine only their owner gets as far as the folder.
chmod 700 secrets

# make NAME COMMAND...: the file has what the command prints.
make() {
  name=$1
  shift
  if [ -s "secrets/$name" ]; then return; fi
  "$@" | tr -d '\n' > "secrets/$name"
  chmod 644 "secrets/$name"
  echo "made secrets/$name"
}

make admin_password openssl rand -hex 12
make backup_passphrase openssl rand -hex 24
make database_password openssl rand -hex 24
make database_url printf 'postgres://chowk:%s@database:5432/chowk' "$(cat secrets/database_password)"
make grafana_password openssl rand -hex 12
make metrics_token openssl rand -hex 24
make s3_access_key_id openssl rand -hex 10
make s3_secret_access_key openssl rand -hex 24
make secret openssl rand -hex 32
make vault_key openssl rand -base64 32
