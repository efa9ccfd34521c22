-- Histories and logs: the service deletes them early only in a sample or test organization. Until now a setting of the transaction was enough, which it may set itself.

create or replace function removes_sample() returns boolean language sql stable parallel safe
  return coalesce(current_setting('app.removes_sample', true), '') = 'yes'
     and exists (select from tenants t where t.id = current_tenant() and t.sample);
