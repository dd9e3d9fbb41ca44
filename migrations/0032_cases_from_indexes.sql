-- What a search in cases asks of each row stands in the indexes: the name by which patients are sorted, the number of an
-- incident, the client whose row it is. With a million patients the tables themselves are too large to be looked into
-- once for each row that is found.

drop index patient_by_last_name;
create index patient_by_last_name on patient (client_code, last_name_key) include (patient_code, name_key);

drop index policy_of_patient;
create index policy_of_patient on policy (client_code, patient_code) include (policy_number, effective_date);

drop index incident_of_patient;
create index incident_of_patient on incident (client_code, patient_code) include (incident_number);

drop index incident_by_entry;
create index incident_by_entry on incident (client_code, enter_date) include (incident_number);

drop index bill_of_incident;
create index bill_of_incident on bill (incident_number, service_from) include (client_code);

alter table medical_record drop constraint medical_record_pkey,
                           add primary key (incident_number, id) include (client_code);
alter table case_document drop constraint case_document_pkey,
                          add primary key (incident_number, id) include (client_code);
alter table note drop constraint note_pkey,
                 add primary key (incident_number, id) include (client_code);
