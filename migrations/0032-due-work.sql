-- Work of an organization that waits for its time, in place of looking into every organization again and again. Its time is real, also in a test organization.
create table due_work (
  tenant_id uuid not null,
  id        uuid not null,
  kind      text not null check (kind in ('changed', 'timed')),
  due_at    timestamptz not null,
  primary key (tenant_id, id)
);
comment on table due_work is 'Work of an organization that waits for its time (src/worker.ts). Who does it deletes the row.';
comment on column due_work.kind is 'changed: what follows from a change. timed: what time brings, a new day or something that expires. [personal: none]';
comment on column due_work.due_at is 'The earliest time for it. [personal: none]';
create index due_work_order on due_work (due_at);
call isolate('due_work');
create policy system on due_work for select to haldur_system using (true);
grant select on due_work to haldur_system;
call limit_to_buildings('due_work', 'insert', null);
alter table due_work add foreign key (tenant_id) references tenants (id);
insert into due_work (tenant_id, id, kind, due_at) select id, gen_random_uuid(), 'timed', now() from tenants;

-- The organizations with due work, the longest due first.
create function organizations_with_due_work(at timestamptz, wanted integer) returns table (tenant_id uuid, kind text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select w.tenant_id, w.kind from due_work w where w.due_at <= $1 group by w.tenant_id, w.kind order by min(w.due_at) limit $2$query$
    using at, wanted;
end $$;
call across_tenants('organizations_with_due_work(timestamptz, integer)');
