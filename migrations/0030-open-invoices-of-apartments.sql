-- Open invoices of an apartment, found without going through all that it ever had; and those of a building, as before. It replaces the index of the latter.
create index invoices_open_apartment on invoices (tenant_id, building_id, apartment_id) where status in ('draft', 'sent');
drop index invoices_open_building;
