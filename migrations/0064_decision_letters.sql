-- Letters about decisions: the text of each client, and what a letter states about the bill as it was decided.

-- {"addressee", "opening", "outcomes", "appeal", "contact", "signature"}, as in the clients file. The portal has a
-- default for each part that is missing.
alter table client add column decision_letter jsonb check (jsonb_typeof(decision_letter) = 'object');

-- A later round can change the bill. Decisions on earlier rounds, made before this change, do not have these values.
alter table authorization_decision
  add column patient_name text,
  add column provider_name text,
  add column policy_number text,
  add column incident_number text,
  add column service_from date,
  add column service_to date;
alter table undone_decision
  add column patient_name text,
  add column provider_name text,
  add column policy_number text,
  add column incident_number text,
  add column service_from date,
  add column service_to date;

select set_config('portal.every_client', 'yes', true);
alter table authorization_decision disable trigger authorization_decision_is_append_only;
update authorization_decision as d
   set patient_name = r.patient_name, provider_name = r.provider_name, policy_number = r.policy_number,
       incident_number = r.incident_number, service_from = r.service_from, service_to = r.service_to
  from authorization_request r
 where r.itn = d.itn and r.round = d.round;
alter table authorization_decision enable trigger authorization_decision_is_append_only;
select set_config('portal.every_client', '', true);
