-- Policy numbers and ITNs are found in whatever form people type or paste them: without regard to case, blanks and
-- punctuation. Under row-level security only leakproof operators reach an index, so the keys are stored, like those of
-- names. The function uses built-in functions alone, which are found with an empty search path too.

create function number_key(text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace($1, '[[:space:][:punct:]\u00a0\u2010-\u2015\u2212\u200b\ufeff]+', '', 'g'));

alter table policy
  add column number_key text collate "C" not null generated always as (number_key(policy_number)) stored;
create index policy_by_number on policy (client_code, number_key) include (patient_code);

alter table bill
  add column itn_key text collate "C" not null generated always as (number_key(itn)) stored;
create index bill_by_itn on bill (itn_key) include (client_code, incident_number);

alter table authorization_request
  add column itn_key text collate "C" not null generated always as (number_key(itn)) stored;
create index authorization_request_by_itn on authorization_request (itn_key) include (client_code, incident_number);
