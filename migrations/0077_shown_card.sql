-- The policy whose ID card a member session shows. The session keeps a reference, no data of the person, and loses it
-- when it ends or the policy is gone.
alter table member_session
  add column shown_client_code text,
  add column shown_policy_number text,
  add column shown_patient_code text,
  add constraint member_session_shown_policy foreign key (shown_client_code, shown_policy_number, shown_patient_code)
    references policy match full on delete set null;

create index member_session_of_policy on member_session (shown_client_code, shown_policy_number, shown_patient_code)
  where shown_policy_number is not null;

-- The paper size of a client's documents.
alter table client add column paper text not null default 'letter' check (paper in ('letter', 'a4'));
