-- The ticket that a verification of benefits was issued for: by it the page that asked learns which one it became.
alter table vob add column ticket_hash bytea unique;
