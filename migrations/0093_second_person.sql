-- Approvals above an amount need a second person. The first approval is a proposal on the bill, which counts only in its
-- round: a bill that changes or is submitted again has another round. Decisions keep who approved first.

alter table client add column second_person_above jsonb;

alter table authorization_request
  add column proposed_round integer,
  add column proposed_by uuid references staff_user,
  add column proposed_by_name text,
  add column proposed_at timestamptz,
  add column proposed_patient_responsibility numeric,
  add column proposed_maximum_covered numeric,
  add constraint authorization_request_proposal_check check (
    num_nulls(proposed_round, proposed_by, proposed_by_name, proposed_at, proposed_patient_responsibility,
              proposed_maximum_covered) in (0, 6));
grant update (proposed_round, proposed_by, proposed_by_name, proposed_at, proposed_patient_responsibility,
              proposed_maximum_covered) on authorization_request to portal_app;

alter table authorization_decision
  add column first_approved_by uuid references staff_user,
  add column first_approved_by_name text,
  add column first_approved_at timestamptz,
  add constraint authorization_decision_second_person_check check (first_approved_by <> decided_by);
alter table undone_decision
  add column first_approved_by uuid references staff_user,
  add column first_approved_by_name text,
  add column first_approved_at timestamptz;
