-- Webhooks: recording waits for nobody, and keeps what was promised while an attempt was under way.

-- Whether a delivery was recovered or asked for since it was claimed. What that promised outlives an attempt that was made before it.
create function promised_since(extra integer, claimed_extra integer, returns_to text, claimed_returns_to text) returns boolean language sql immutable
  return extra <> claimed_extra or returns_to is distinct from claimed_returns_to;

-- As record_attempts of 0023 (which stays for processes of the version before), with two differences. It fails with lock_not_available, at once or
-- after half a second, where somebody else changes the organization's deliveries; a worker that is stopped within gives its locks back. And where a
-- delivery was recovered or asked for since it was claimed, an attempt that failed is written, takes nothing from the schedule, and changes no more.
create function record_attempts(
    tenant uuid, moment timestamptz, working uuid[], failing uuid[], deliveries uuid[], numbers integer[], ats timestamptz[],
    outcomes text[], statuses integer[], latencies integer[], responses text[], extras boolean[], becoming text[], dues timestamptz[],
    claimed_extras integer[], claimed_returns text[])
  returns table (id uuid, failing_since timestamptz)
  language plpgsql set search_path = pg_catalog, public
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  perform set_config('lock_timeout', '500ms', true), set_config('idle_in_transaction_session_timeout', '5s', true);
  if not pg_try_advisory_xact_lock(hashtextextended('haldur.deliveries ' || tenant, 0)) then
    raise exception 'somebody else changes deliveries of this organization' using errcode = 'lock_not_available';
  end if;
  with changed as (
    update deliveries d
       set attempts = d.attempts + 1, again = true, updated_at = moment,
           extra = d.extra + (a.extra or promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to))::int,
           returns_to = case when a.outcome <> 'delivered' and promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.returns_to end,
           returns_due_at = case when a.outcome <> 'delivered' and promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.returns_due_at end,
           status = case when a.outcome = 'delivered' or d.status = 'pending' and not promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then a.becomes else d.status end,
           due_at = case when promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.due_at else a.due_at end,
           finished_at = case when a.outcome = 'delivered' then a.at
                              when a.becomes = 'pending' or promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.finished_at
                              else coalesce(d.finished_at, a.at) end,
           first_at = case when d.attempts = 0 then a.at else d.first_at end,
           first_outcome = case when d.attempts = 0 then a.outcome else d.first_outcome end,
           first_status = case when d.attempts = 0 then a.status else d.first_status end,
           first_latency_ms = case when d.attempts = 0 then a.latency_ms else d.first_latency_ms end,
           first_response = case when d.attempts = 0 then a.response else d.first_response end
      from unnest(deliveries, numbers, ats, outcomes, statuses, latencies, responses, extras, becoming, dues, claimed_extras, claimed_returns)
             as a (id, number, at, outcome, status, latency_ms, response, extra, becomes, due_at, claimed_extra, claimed_returns_to)
     where d.tenant_id = tenant and d.id = a.id
       and (a.outcome = 'delivered' and d.status <> 'delivered' or d.status in ('pending', 'skipped') and d.attempts = a.number - 1)
    returning d.id, d.attempts, a.at, a.outcome, a.status, a.latency_ms, a.response
  )
  insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
  select tenant, c.id, c.attempts, c.at, c.outcome, c.status, c.latency_ms, c.response from changed c where c.attempts > 1;
  update webhook_endpoints e set failing_since = null, last_success_at = moment
   where e.tenant_id = tenant and e.id = any (working)
     and (e.failing_since is not null or e.last_success_at is null or e.last_success_at < moment - interval '1 minute');
  if cardinality(failing) > 0 then
    update webhook_endpoints e set failing_since = moment where e.tenant_id = tenant and e.id = any (failing) and e.failing_since is null;
    return query select e.id, e.failing_since from webhook_endpoints e
                  where e.tenant_id = tenant and e.id = any (failing) and e.status = 'enabled' and e.failing_since is not null;
  end if;
end $$;
