-- What a read showed besides its subject: the incident, ITN or letter of each row, "CLIENT PATIENT" for a patient
-- without incidents, and "*CLIENT" for each client code of a list with more rows than an entry names.
alter table audit_event add column shown text[];

-- Who saw a patient, a person's entries, and the newest entries, each page by page.
create index audit_event_shown on audit_event using gin (shown);
create index audit_event_by_actor on audit_event (actor, at, id);
create index audit_event_by_subject on audit_event (subject, at, id);
create index audit_event_by_time on audit_event (at, id);
drop index audit_event_at;
