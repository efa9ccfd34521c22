-- Whether a person said that the organization sends the invoices of a building whose payee has another name.
alter table buildings add column sent_by_organization boolean not null default false;
comment on column buildings.sent_by_organization is 'A person said that the organization sends its invoices, so nobody asks although the payee has another name. [personal: none]';
comment on column invoices.number is 'Invoice number; without gaps in a year, since 2027 in a year and prefix. [personal: books]';
