-- Emergency access: a person who sees only some client codes opens one case outside them for a limited time, with a
-- reason. Null minutes allow none.

alter table client add column emergency_minutes integer check (emergency_minutes between 5 and 240);

create table emergency_access (
  id                uuid primary key,
  user_id           uuid not null references staff_user,
  user_name         text not null,
  client_id         text not null references client,
  client_code       text not null references client_code,
  incident_number   text not null,
  reason            text not null check (length(reason) between 1 and 500),
  opened_at         timestamptz not null,
  expires_at        timestamptz not null check (expires_at > opened_at),
  ended_at          timestamptz,
  reviewed_by       uuid references staff_user,
  reviewed_by_name  text,
  reviewed_at       timestamptz,
  review_note       text check (length(review_note) <= 500),
  check (num_nulls(reviewed_by, reviewed_by_name, reviewed_at, review_note) in (0, 4)),
  check (reviewed_by <> user_id)
);

create index emergency_access_of_person on emergency_access (user_id, expires_at);
create index emergency_access_of_case on emergency_access (incident_number);
create index emergency_access_by_time on emergency_access (client_code, opened_at desc);

-- What was read through an access. The audit trail has it too, but the people who review it may not read the trail.
create table emergency_read (
  id               bigint generated always as identity primary key,
  access_id        uuid not null references emergency_access,
  client_code      text not null references client_code,
  incident_number  text not null,
  at               timestamptz not null,
  action           text not null,
  subject          text not null,
  detail           jsonb not null
);

create index emergency_read_of_access on emergency_read (access_id);
create index emergency_read_of_case on emergency_read (incident_number);

alter table emergency_access enable row level security;
alter table emergency_access force row level security;
create policy of_clients on emergency_access
  using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on emergency_access to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));
alter table emergency_read enable row level security;
alter table emergency_read force row level security;
create policy of_clients on emergency_read
  using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on emergency_read to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

-- An access is ended once and reviewed once; nothing else changes.
create trigger emergency_access_is_append_only
  before delete or truncate on emergency_access
  for each statement execute function refuse_change();
create trigger emergency_access_is_ended_once
  before update of ended_at on emergency_access
  for each row when (old.ended_at is not null) execute function refuse_change();
create trigger emergency_access_is_reviewed_once
  before update of reviewed_by, reviewed_by_name, reviewed_at, review_note on emergency_access
  for each row when (old.reviewed_at is not null) execute function refuse_change();
create trigger emergency_read_is_append_only
  before update or delete or truncate on emergency_read
  for each statement execute function refuse_change();

grant select, insert, update (ended_at, reviewed_by, reviewed_by_name, reviewed_at, review_note) on emergency_access
   to portal_app;
grant select, insert on emergency_read to portal_app;

-- Attempts that matched no case, to throttle guesses. The hash is of the client and the number that was typed.
create table emergency_refusal (
  id         bigint generated always as identity primary key,
  user_id    uuid not null references staff_user on delete cascade,
  case_hash  bytea not null,
  at         timestamptz not null
);

create index emergency_refusal_of_person on emergency_refusal (user_id, at);
create index emergency_refusal_of_case on emergency_refusal (case_hash, at);

grant select, insert, delete on emergency_refusal to portal_app;
