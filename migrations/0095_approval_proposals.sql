-- Every proposed approval, for the history of its bill: also those that were withdrawn, or whose bill was denied or
-- changed. The proposal that counts stays in the columns of the bill.

create table approval_proposal (
  id                      bigint generated always as identity primary key,
  itn                     text not null references authorization_request,
  round                   integer not null,
  client_code             text not null references client_code,
  currency                text not null,
  patient_responsibility  numeric not null,
  maximum_covered         numeric not null,
  proposed_by             uuid not null references staff_user,
  proposed_by_name        text not null,
  proposed_at             timestamptz not null,
  withdrawn_by            uuid references staff_user,
  withdrawn_by_name       text,
  withdrawn_at            timestamptz,
  check (num_nulls(withdrawn_by, withdrawn_by_name, withdrawn_at) in (0, 3))
);

create index approval_proposal_by_itn on approval_proposal (itn);

alter table approval_proposal enable row level security;
alter table approval_proposal force row level security;
create policy of_clients on approval_proposal
  using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on approval_proposal to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

-- A proposal is withdrawn once; nothing else changes.
create trigger approval_proposal_is_append_only
  before delete or truncate on approval_proposal
  for each statement execute function refuse_change();
create trigger approval_proposal_is_withdrawn_once
  before update on approval_proposal
  for each row when (old.withdrawn_at is not null) execute function refuse_change();

grant select, insert, update (withdrawn_by, withdrawn_by_name, withdrawn_at) on approval_proposal to portal_app;

-- The proposals that bills and decisions still have; earlier withdrawals are only in the audit trail.
select set_config('portal.every_client', 'yes', true);
insert into approval_proposal (itn, round, client_code, currency, patient_responsibility, maximum_covered, proposed_by,
                               proposed_by_name, proposed_at)
select itn, proposed_round, client_code, currency, proposed_patient_responsibility, proposed_maximum_covered, proposed_by,
       proposed_by_name, proposed_at
  from authorization_request
 where proposed_round is not null
 union
select itn, round, client_code, currency, patient_responsibility, maximum_covered, first_approved_by,
       first_approved_by_name, first_approved_at
  from authorization_decision
 where first_approved_by is not null
 union
select itn, round, client_code, currency, patient_responsibility, maximum_covered, first_approved_by,
       first_approved_by_name, first_approved_at
  from undone_decision
 where first_approved_by is not null
 order by 9;
select set_config('portal.every_client', '', true);
