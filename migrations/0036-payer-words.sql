-- Payers without a known account are recognised by their own words, once a person has matched them.
alter table payments add column payer_words text;
comment on column payments.payer_words is 'The payer''s name and own words without days and amounts, where a person matched the payment. [personal: payers]';
create index payments_words on payments (tenant_id, payer_words) where payer_words is not null;
