-- A case has an address of its own: the opaque key of its row in lists, found by an index. Under row-level security
-- only leakproof operators reach an index, so the key is stored. The function uses built-in functions alone, which are
-- found with an empty search path too; it is immutable because the encoding is UTF-8 in every portal database.
create function case_row_key(client_code text, patient_code text, incident_number text) returns text
  language sql immutable parallel safe
  return left(encode(sha256(convert_to(concat_ws(chr(10), client_code, patient_code, incident_number), 'UTF8')), 'hex'), 22);

alter table incident
  add column row_key text collate "C" not null
    generated always as (case_row_key(client_code, patient_code, incident_number)) stored;
create unique index incident_by_row_key on incident (row_key);

-- The cases that a person of the staff opened last. Rows of a client whose codes the person has lost are hidden by
-- row-level security; a case that is deleted takes its rows with it.
create table recent_case (
  user_id          uuid not null references staff_user on delete cascade,
  incident_number  text not null,
  client_code      text not null,
  opened_at        timestamptz not null,
  primary key (user_id, incident_number),
  foreign key (client_code, incident_number) references incident (client_code, incident_number) on delete cascade
);

create index recent_case_of_incident on recent_case (client_code, incident_number);

-- Bills that wait or were decided are found by their incident too.
create index authorization_request_of_incident on authorization_request (incident_number) include (client_code);

alter table recent_case enable row level security, force row level security;
create policy of_clients on recent_case
  using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on recent_case to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));
grant select, insert, update (opened_at), delete on recent_case to portal_app;
