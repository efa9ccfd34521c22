-- The invoices still to be sent: those that were paid before they were sent were looked for among all paid ones.
create index invoices_unsent on invoices (tenant_id, building_id) where sent_at is null and status in ('draft', 'paid');
