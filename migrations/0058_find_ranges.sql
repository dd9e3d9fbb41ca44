-- The search box finds incident numbers in any form, as it finds policy numbers and ITNs.
alter table incident
  add column number_key text collate "C" not null generated always as (number_key(incident_number)) stored;
create index incident_by_number on incident (client_code, number_key);

-- It shows pending authorizations before decided ones, so it reads those of a name or a number by themselves.
create index pending_request_by_patient on authorization_request (client_code, patient_name_key) where is_pending;
create index pending_request_by_itn on authorization_request (client_code, itn_key) where is_pending;

-- A mistyped word is compared with the words of the dictionary that begin or end alike, instead of with every word.
alter table patient_name
  add column reversed text collate "C" not null generated always as (reverse(word)) stored;
create index patient_name_by_ending on patient_name (client_code, is_last, reversed);
