-- Who signs in, and what each person may besides what the client has.

-- A person is an issuer and its `sub`; made at the first sign-in, or before it by a grant.
create table staff_user (
  id          uuid primary key default gen_random_uuid(),
  issuer      text not null,
  subject     text not null,
  name        text,
  email       text,
  created_at  timestamptz not null,
  unique (issuer, subject)
);

-- Grants narrow a person to some of the client's codes, or give the right to decide authorizations.
create table staff_grant (
  user_id      uuid not null references staff_user on delete cascade,
  kind         text not null check (kind in ('client code', 'decide')),
  client_code  text not null default '',
  granted_at   timestamptz not null,
  primary key (user_id, kind, client_code),
  check ((kind = 'client code') = (client_code <> ''))
);

-- A session lives while its cookie's key hashes to `key_hash`, nobody ended it and no limit is passed.
-- `client_id` is what the verified claim said; what the client has is looked up on every call.
create table staff_session (
  id          uuid primary key default gen_random_uuid(),
  key_hash    bytea not null unique,
  user_id     uuid not null references staff_user on delete cascade,
  client_id   text not null references client on delete cascade,
  id_token    text not null,
  address     text not null,
  started_at  timestamptz not null,
  renewed_at  timestamptz not null,
  ended_at    timestamptz
);

create index staff_session_started_at on staff_session (started_at);

-- A sign-in on its way to the identity provider and back; used once.
create table sign_in_attempt (
  key_hash       bytea primary key,
  state          text not null,
  nonce          text not null,
  code_verifier  text not null,
  return_to      text not null,
  made_at        timestamptz not null
);

-- One use, sixty seconds, for one session and exactly one document; `client_id` is the client that internal
-- staff viewed when they asked for it.
create table ticket (
  key_hash    bytea primary key,
  session_id  uuid not null references staff_session on delete cascade,
  client_id   text,
  path        text not null,
  fields      jsonb not null,
  made_at     timestamptz not null
);

-- The key of the portal tokens, the same for every process on this database.
create table signing_key (
  is_only  boolean primary key default true check (is_only),
  secret   bytea not null,
  made_at  timestamptz not null default now()
);

insert into signing_key (secret)
select sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')) from generate_series(1, 4);

grant select, insert, update on staff_user to portal_app;
grant select on staff_grant, signing_key to portal_app;
grant select, insert, update, delete on staff_session to portal_app;
grant select, insert, delete on sign_in_attempt, ticket to portal_app;
