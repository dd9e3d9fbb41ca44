-- Verifications of benefits that were issued: each letter as it went out, and what it says of whom.

-- The last number of each year. A number is taken before its letter is made, in a transaction of its own,
-- so that nobody waits for somebody else's letter: a letter that fails leaves a gap.
create table vob_year (
  year         integer primary key,
  last_number  integer not null
);

create table vob (
  number            text primary key check (number ~ '^VOB-\d{4}-\d{6,}$'),
  -- The first of the codes that whoever issued it may see.
  client_code       text not null,
  issued_at         timestamptz not null,
  issued_by         uuid not null references staff_user,
  network_code      text not null,
  provider_hash     text not null,
  provider_name     text not null,
  policy_number     text not null,
  patient_name      text not null,
  date_of_service   date not null,
  -- The form as it was posted.
  fields            jsonb not null,
  pdf               bytea not null,
  pdf_sha256        bytea not null check (pdf_sha256 = sha256(pdf))
);

create index vob_of_policy on vob (client_code, policy_number, issued_at);

alter table vob enable row level security;
alter table vob force row level security;
create policy vob_of_client on vob
  using (client_code = any((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));

create trigger vob_is_append_only
  before update or delete or truncate on vob
  for each statement execute function refuse_change();

grant select, insert on vob to portal_app;
grant select, insert, update on vob_year to portal_app;
