-- Issued letters are listed newest first, searched, found by the policy of a case, and withdrawn.

-- Under row-level security only leakproof operators reach an index, so the key of the policy number is stored.
alter table vob
  add column search_text text collate "C" not null generated always as (
    search_key(number || ' ' || provider_name || ' ' || patient_name || ' ' || policy_number) || ' '
      || lower(number_key(policy_number))) stored,
  add column policy_key text collate "C" not null generated always as (number_key(policy_number)) stored;

create index vob_newest on vob (client_code, issued_at desc, number desc);
drop index vob_of_policy;
create index vob_of_policy on vob (client_code, policy_key, issued_at);

-- A withdrawal is final. The letter itself stays as it was issued.
create table vob_withdrawal (
  number        text primary key references vob,
  client_code   text not null,
  withdrawn_at  timestamptz not null,
  withdrawn_by  uuid not null references staff_user,
  reason        text not null check (length(reason) between 5 and 500)
);

alter table vob_withdrawal enable row level security;
alter table vob_withdrawal force row level security;
create policy vob_withdrawal_of_client on vob_withdrawal
  using (client_code = any((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));

-- The owner reads every client for a backup (0037).
create policy read_every_client on vob_withdrawal for select to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

create trigger vob_withdrawal_is_append_only
  before update or delete or truncate on vob_withdrawal
  for each statement execute function refuse_change();

grant select, insert on vob_withdrawal to portal_app;
