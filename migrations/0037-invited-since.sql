-- Invitations: from which day on the person has the apartment. Null, as of those made before, is the day on which it is accepted.
alter table invitations add column since date;
alter table invitations add constraint invitations_since check (since is null or apartment_id is not null);
