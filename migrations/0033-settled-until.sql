-- Changes since a moment: the database's own upkeep changes no row of ours, and holds nothing back.

-- As settled_until of 0001, without autovacuum: its statistics are written in a transaction of their own, which takes as long as the table is large.
create or replace function settled_until() returns timestamptz language sql stable security definer set search_path = pg_catalog
begin atomic
  select coalesce(min(xact_start) - interval '2 seconds', 'infinity') from pg_stat_activity
   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid() and backend_type <> 'autovacuum worker';
end;
