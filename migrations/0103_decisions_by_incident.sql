-- The case lists the decisions that were made on its bills, also if a later round of a bill names another incident.
create index authorization_decision_by_incident on authorization_decision (incident_number) where incident_number is not null;
