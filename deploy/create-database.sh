#!/bin/sh
# Creates the roles and the database of the portal when PostgreSQL starts for the first time (compose.yaml).
set -eu
psql --set=ON_ERROR_STOP=1 --username=postgres --set=password="$(cat /run/secrets/database_password)" <<'SQL'
create role portal_owner login password :'password';
create role portal_app nologin;
grant portal_app to portal_owner;
create database portal owner portal_owner;
SQL
