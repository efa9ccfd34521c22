-- Functions that run with their owner's rights look into pg_temp last. Where search_path does not name pg_temp, PostgreSQL looks there first: whoever may
-- make temporary tables could put one in the place of a real one.
do $$
declare
  it record;
begin
  for it in
    select p.oid::regprocedure as name, substr(setting, length('search_path=') + 1) as path
      from pg_proc p, unnest(p.proconfig) setting
     where p.pronamespace = 'public'::regnamespace and p.prosecdef
       and setting like 'search_path=%' and setting !~ 'pg_temp$'
  loop
    execute format('alter routine %s set search_path = %s, pg_temp', it.name, it.path);
  end loop;
end $$;
