-- Bills that wait for a decision of the client (ITNs), and what was decided. Every row carries the code of the
-- client it belongs to; row-level security shows a session the rows of the codes in `portal.client_codes` alone.

-- A bill as it came in last. It waits once for each round: one that comes in again later opens the next.
create table authorization_request (
  itn              text primary key check (itn ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'),
  client_code      text not null references client_code,
  hmo              text,
  policy_number    text,
  incident_number  text check (length(incident_number) = 11),
  patient_name     text not null,
  provider_name    text not null,
  service_from     date not null,
  service_to       date not null check (service_to >= service_from),
  currency         text not null check (currency ~ '^[A-Z]{3}$'),
  total_charge     numeric not null check (total_charge >= 0),
  received_at      timestamptz not null,
  round            integer not null default 1 check (round > 0),
  is_pending       boolean not null default true
);

create index authorization_request_by_age on authorization_request (client_code, received_at, itn) where is_pending;

-- One decision for each ITN and round, with what it was decided upon. Approved (A), denied (D), additional info
-- needed (I), other – special handling (O); A and D are final. Append-only: the trigger stops even the owner.
create table authorization_decision (
  itn                     text not null references authorization_request,
  round                   integer not null,
  client_code             text not null,
  action                  text not null check (action in ('A', 'D', 'I', 'O')),
  currency                text not null,
  total_charge            numeric not null,
  patient_responsibility  numeric check (patient_responsibility between 0 and total_charge),
  maximum_covered         numeric check (maximum_covered between 0 and total_charge),
  reason_code             text,
  reason                  text,
  comment                 text check (char_length(comment) between 5 and 500),
  decided_by              uuid not null references staff_user,
  decided_by_name         text not null,
  decided_at              timestamptz not null,
  primary key (itn, round),
  check ((action = 'A') = (patient_responsibility is not null and maximum_covered is not null)),
  check ((action in ('D', 'I')) = (reason_code is not null and reason is not null)),
  check ((action = 'O') = (comment is not null))
);

create trigger authorization_decision_is_append_only
  before update or delete or truncate on authorization_decision
  for each statement execute function refuse_change();

-- What the back office is told of a decision. Numbers are given as it asks, to what is committed by then: so they
-- leave in order, and none is ever behind one that left.
create table decision_message (
  id           uuid primary key default gen_random_uuid(),
  itn          text not null,
  round        integer not null,
  client_code  text not null,
  made_at      timestamptz not null,
  position     bigint unique,
  unique (itn, round),
  foreign key (itn, round) references authorization_decision
);

create index decision_message_new on decision_message (made_at, id) where position is null;
create index decision_message_of_client on decision_message (client_code, position);
create sequence decision_message_position;

-- What a request under an Idempotency-Key was answered; the same request is answered so again.
create table decision_answer (
  user_id       uuid not null references staff_user on delete cascade,
  key           text not null,
  request_hash  bytea not null,
  status        integer not null,
  answer        jsonb not null,
  answered_at   timestamptz not null,
  primary key (user_id, key)
);

-- What to choose from: reasons for denial, and information that is needed. Both lists have their default.
create table authorization_reason (
  list         text not null check (list in ('deny', 'info')),
  code         text not null check (code ~ '^[A-Za-z0-9]{1,20}$' and code <> '0'),
  description  text not null,
  primary key (list, code)
);

insert into authorization_reason
values ('deny', '0188', 'Service is not covered by the policy'),
       ('info', '0507', 'Medical records of the treatment');

do $$
declare
  name text;
begin
  foreach name in array array['authorization_request', 'authorization_decision', 'decision_message'] loop
    execute format('alter table %I enable row level security, force row level security', name);
    execute format($policy$
      create policy of_clients on %I
       using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]))
    $policy$, name);
  end loop;
end $$;

grant select, update (is_pending) on authorization_request to portal_app;
grant select, insert on authorization_decision, decision_answer to portal_app;
grant select, insert, update (position) on decision_message to portal_app;
grant usage on sequence decision_message_position to portal_app;
grant select on authorization_reason to portal_app;
