-- The event feed: the place of each event in it, and the building of an event; endpoints that want the events of some buildings only.

alter table events add column building_id uuid;
-- The events before this migration share one time, and are ordered by their ids.
alter table events add column recorded_at timestamptz not null default now();
comment on column events.building_id is 'The building of the objects of the event. Null: a test event, or one from before this column.';
comment on column events.recorded_at is 'Its place in the event feed: when it was written, by the clock of the database (next_feed_time).';
create index events_feed on events (tenant_id, recorded_at, id) where not test;

alter table webhook_endpoints add column building_ids uuid[] not null default '{}';
comment on column webhook_endpoints.building_ids is 'The buildings whose events it receives; empty: all.';

-- The place of new events in the feed. The transaction gets its id before it reads the clock, so feed_complete_until() counts it as a writer at any time later
-- than the place of its events.
create function next_feed_time() returns timestamptz language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_current_xact_id();
  return clock_timestamp();
end $$;

-- The time up to which the feed is complete: now, or the start of the oldest running writer. It works as visible_until() does, but by the clock of the database
-- alone, so without two seconds for the difference between clocks. The clock is read before the writers: whoever becomes one later takes a later place.
create function feed_complete_until() returns timestamptz language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked_at timestamptz := clock_timestamp();
begin
  return (select least(asked_at, min(xact_start)) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and backend_type <> 'autovacuum worker'
             and (backend_xid is not null or current_setting('citus.shard_count', true) is not null));
end $$;
revoke execute on function feed_complete_until() from public;
grant execute on function feed_complete_until() to haldur_app;
