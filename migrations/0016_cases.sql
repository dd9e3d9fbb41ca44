-- Patients and what happened to them. Every row carries the code of the client it belongs to; row-level security
-- shows a session the rows of the codes in `portal.client_codes` alone, forced upon the owner too. Under it only
-- leakproof operators (= < >=) reach an index, hence the keys that are stored beside the names.

create table patient (
  client_code    text not null references client_code,
  patient_code   text not null,
  last_name      text not null,
  first_name     text not null,
  date_of_birth  date not null,
  last_name_key  text collate "C" not null generated always as (search_key(last_name)) stored,
  name_key       text collate "C" not null generated always as (search_key(last_name || ', ' || first_name)) stored,
  primary key (client_code, patient_code)
);

create index patient_by_last_name on patient (client_code, last_name_key);
create index patient_by_birth on patient (client_code, date_of_birth);
create index patient_by_code on patient (patient_code);

create table policy (
  client_code     text not null,
  policy_number   text not null,
  patient_code    text not null,
  effective_date  date,
  primary key (client_code, policy_number, patient_code),
  foreign key (client_code, patient_code) references patient
);

create index policy_of_patient on policy (client_code, patient_code);

-- Incident numbers are unique in the whole installation.
create table incident (
  incident_number   text primary key check (length(incident_number) = 11),
  client_code       text not null,
  patient_code      text not null,
  policy_number     text,
  date_of_incident  date not null,
  description       text not null,
  enter_date        date not null,
  summary           text,
  unique (client_code, incident_number),
  foreign key (client_code, patient_code) references patient,
  foreign key (client_code, policy_number, patient_code) references policy
);

create index incident_of_patient on incident (client_code, patient_code);
create index incident_by_entry on incident (client_code, enter_date);

-- The incident's file: one PDF in the document store, under the SHA-256 of its bytes.
create table document_file (
  incident_number  text primary key,
  client_code      text not null,
  sha256           text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  pages            integer not null check (pages > 0),
  foreign key (client_code, incident_number) references incident (client_code, incident_number)
);

-- Pages of the incident's file.
create table medical_record (
  incident_number  text not null,
  id               text not null,
  client_code      text not null,
  date_added       date not null,
  page_start       integer not null check (page_start > 0),
  page_end         integer not null check (page_end >= page_start),
  primary key (incident_number, id),
  foreign key (client_code, incident_number) references incident (client_code, incident_number)
);

create index medical_record_by_day on medical_record (client_code, date_added) include (incident_number);

create table case_document (
  incident_number  text not null,
  id               text not null,
  client_code      text not null,
  date_added       date not null,
  page_start       integer not null check (page_start > 0),
  page_end         integer not null check (page_end >= page_start),
  primary key (incident_number, id),
  foreign key (client_code, incident_number) references incident (client_code, incident_number)
);

create index case_document_by_day on case_document (client_code, date_added) include (incident_number);

create table note (
  incident_number  text not null,
  id               text not null,
  client_code      text not null,
  written_at       timestamptz not null,
  kind             text not null,
  author           text not null,
  note_text        text not null,
  primary key (incident_number, id),
  foreign key (client_code, incident_number) references incident (client_code, incident_number)
);

create index note_by_time on note (client_code, written_at) include (incident_number);

-- A bill is one provider's claim for one incident. Amounts are exact, in the currency's own decimals; what was
-- saved is derived, never stored. Its image is pages of the incident's file. ITNs are unique in the installation.
create table bill (
  itn               text primary key,
  client_code       text not null,
  incident_number   text not null,
  provider_name     text not null,
  service_from      date not null,
  service_to        date not null check (service_to >= service_from),
  currency          text not null check (currency ~ '^[A-Z]{3}$'),
  total_charges     numeric not null check (total_charges >= 0),
  repriced_amount   numeric check (repriced_amount >= 0),
  processed_on      date,
  payment_status    text not null,
  image_page_start  integer check (image_page_start > 0),
  image_page_end    integer check (image_page_end >= image_page_start),
  check ((image_page_start is null) = (image_page_end is null)),
  foreign key (client_code, incident_number) references incident (client_code, incident_number)
);

create index bill_of_incident on bill (incident_number, service_from);
create index bill_by_day on bill (client_code, processed_on) include (incident_number);

do $$
declare
  name text;
begin
  foreach name in array array['patient', 'policy', 'incident', 'document_file', 'medical_record',
                              'case_document', 'note', 'bill'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format($policy$
      create policy of_clients on %I
       using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]))
    $policy$, name);
    execute format('grant select on %I to portal_app', name);
  end loop;
end $$;
