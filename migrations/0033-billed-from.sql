-- The day from which a building is billed.
alter table buildings add column billed_from date;
comment on column buildings.billed_from is 'The first day that is billed: the first period begins on it, and nothing before it is ever on an invoice. Null: the first period decides. [personal: none]';
