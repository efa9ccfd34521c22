-- The security log and the request log, as the audit log: entries are only added, and deleted only when they are old.

-- The shortest times that an organization can set (security log), or that are kept (request log, 14 days). Rows of a test organization go with it.
create policy kept on security_events as restrictive for delete using (at < now() - interval '180 days' or removes_sample());
create policy kept on request_log as restrictive for delete using (at < now() - interval '13 days' or removes_sample());
revoke update on security_events, request_log from haldur_app;
