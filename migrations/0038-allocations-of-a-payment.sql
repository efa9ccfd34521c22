-- All allocations of a payment, the undone ones as well: without it a known payer was looked for among all allocations of the organization.
create index allocations_payment on allocations (tenant_id, payment_id);
