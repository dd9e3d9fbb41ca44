-- The search box finds names and numbers while people type them. Under row-level security only leakproof operators reach
-- an index: equality and ranges of text, but neither trigrams nor edit distances. So every prefix that people type is a
-- range of an index that begins with the client, and a range is read no further than the rows that are shown.

alter table patient
  add column full_name_key text collate "C" not null
      generated always as (search_key(first_name || ' ' || last_name)) stored;
create index patient_by_name on patient (client_code, name_key) include (patient_code);
create index patient_by_full_name on patient (client_code, full_name_key) include (patient_code, name_key);

alter table authorization_request
  add column patient_name_key text collate "C" not null generated always as (search_key(patient_name)) stored;
create index authorization_request_by_patient on authorization_request (client_code, patient_name_key);

-- With the client in front, the beginning of a number reads that client's numbers alone.
drop index bill_by_itn;
create index bill_by_itn on bill (client_code, itn_key) include (incident_number);
drop index authorization_request_by_itn;
create index authorization_request_by_itn on authorization_request (client_code, itn_key) include (incident_number);

-- The words of a name's key: "muller-o'hara" has muller and ohara.
create function name_words(key text) returns text[]
  language sql immutable strict parallel safe
  return array_remove(
    regexp_split_to_array(translate(key, '''’ʼ`', '') collate pg_c_utf8, '[^[:alnum:]]+'), '');

-- The distinct names of each client's patients by each of their words, to compare mistyped words with: a client has far
-- fewer names than patients. Names that no patient has any more stay; they lead to nobody.
create table patient_name (
  client_code  text not null references client_code,
  is_last      boolean not null,
  word         text collate "C" not null,
  name         text collate "C" not null,
  primary key (client_code, is_last, word, name)
);

alter table patient_name enable row level security, force row level security;
create policy of_clients on patient_name
 using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on patient_name to current_user
 using ((select current_setting('portal.every_client', true) = 'yes'));
grant select on patient_name to portal_app;

create function add_patient_names() returns trigger language plpgsql as $$
begin
  insert into patient_name (client_code, is_last, word, name)
  select distinct client_code, is_last, left(word, 100), name
    from new_patient
   cross join lateral (values (true, last_name_key), (false, search_key(first_name))) as given (is_last, name)
   cross join lateral unnest(name_words(name)) as word
   order by 1, 2, 3, 4
      on conflict do nothing;
  return null;
end $$;

create trigger patient_names_of_new_rows after insert on patient
  referencing new table as new_patient for each statement execute function add_patient_names();
create trigger patient_names_of_changed_rows after update on patient
  referencing new table as new_patient for each statement execute function add_patient_names();

select set_config('portal.every_client', 'yes', true);
insert into patient_name (client_code, is_last, word, name)
select distinct client_code, is_last, left(word, 100), name
  from patient
 cross join lateral (values (true, last_name_key), (false, search_key(first_name))) as given (is_last, name)
 cross join lateral unnest(name_words(name)) as word
 order by 1, 2, 3, 4;
select set_config('portal.every_client', '', true);
