#!/bin/sh
# The role that servers sign in as; it owns nothing. Its rights are given by `hearth migrate`. Runs once, in a new cluster.
set -eu
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/server-password)" <<'SQL'
create role hearth_server login password :'password';
SQL
