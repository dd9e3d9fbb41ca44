-- A certificate can also be about all data of a client.
alter table erasure drop constraint erasure_kind_check;
alter table erasure add constraint erasure_kind_check check (kind in ('patient', 'member', 'client'));
