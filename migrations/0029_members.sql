-- The accounts that a client's members log in with, often one for all of them. Of a password only the hash is kept
-- (argon2id). A name is compared without case, so it is stored without capitals.
create table member_account (
  id               uuid primary key default gen_random_uuid(),
  name             text not null unique check (name ~ '^[a-z0-9][a-z0-9._@-]{0,99}$'),
  client_id        text not null references client on delete cascade,
  password_hash    text not null,
  made_at          timestamptz not null,
  password_set_at  timestamptz not null,
  disabled_at      timestamptz
);

create index member_account_of_client on member_account (client_id);

-- A session lives while its cookie's key hashes to `key_hash`, nobody ended it and no limit is passed.
-- `wrong_cards` are the times when an ID card was asked for that there is not.
create table member_session (
  id           uuid primary key default gen_random_uuid(),
  key_hash     bytea not null unique,
  account_id   uuid not null references member_account on delete cascade,
  address      text not null,
  started_at   timestamptz not null,
  seen_at      timestamptz not null,
  ended_at     timestamptz,
  wrong_cards  timestamptz[] not null default '{}'
);

create index member_session_started_at on member_session (started_at);
create index member_session_of_account on member_session (account_id);

-- How often logins failed lately: for an account, known or not, for an address, and for both together. Only a hash
-- says which, for people type passwords where names belong.
create table login_throttle (
  key_hash     bytea primary key,
  failed_at    timestamptz[] not null default '{}',
  -- How many answers had to wait, one after the other.
  level        integer not null default 0 check (level >= 0),
  answered_at  timestamptz not null,
  -- Until when everything is refused.
  free_at      timestamptz
);

create index login_throttle_answered_at on login_throttle (answered_at);

grant select on member_account to portal_app;
grant select, insert, update, delete on member_session, login_throttle to portal_app;
