#!/bin/sh
# Creates the roles and the database when the postgres container starts for the first time. See docs/database.md.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="$OWNER_PASSWORD" -v service_password="$SERVICE_PASSWORD" <<'SQL'
create role haldur_app nologin noinherit;
create role haldur_system nologin;
create role haldur_buildings nologin;
create role haldur_owner login password :'owner_password';
create role haldur_service login password :'service_password';
grant haldur_buildings to haldur_app;
grant haldur_app, haldur_system to haldur_owner;
grant haldur_app to haldur_service;
create database haldur owner haldur_owner;
SQL
