-- What people tell of a provider, what they send of a search, and how often searches are used.

create table feedback (
  id              uuid primary key default gen_random_uuid(),
  definition_key  text not null,
  item_id         text not null,
  provider_name   text not null,
  name            text not null,
  email           text not null,
  message         text not null,
  visitor         text not null,
  made_at         timestamptz not null
);

create index feedback_of_visitor on feedback (visitor, made_at);

-- The key that captcha challenges are signed with, the same for every process on this database.
create table captcha_key (
  is_only  boolean primary key default true check (is_only),
  secret   text not null
);

insert into captcha_key (secret)
select encode(sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8')), 'hex')
  from generate_series(1, 4);

-- Challenges that were solved and used: each counts once. Kept until they would have expired anyway.
create table captcha_used (
  nonce       text primary key,
  expires_at  timestamptz not null
);

create index captcha_used_expires_at on captcha_used (expires_at);

-- Lists of providers that visitors sent, to keep within the limits of a day. `recipient_hash` and `request_hash`
-- tell the same address and the same request again, and nothing else.
create table provider_email (
  id              bigint generated always as identity primary key,
  definition_key  text not null,
  visitor         text not null,
  recipient_hash  bytea not null,
  request_hash    bytea not null,
  providers       integer not null,
  made_at         timestamptz not null
);

create index provider_email_made_at on provider_email (made_at);

-- How often something was done, by clients' names and nothing else.
create table analytics_event (
  id      bigint generated always as identity primary key,
  event   text not null check (event in ('cc_provider_search', 'cc_vob_self_issue')),
  client  text not null,
  at      timestamptz not null
);

create index analytics_event_at on analytics_event (at);

grant select, insert on feedback, analytics_event to portal_app;
grant select on captcha_key to portal_app;
grant select, insert, delete on captcha_used, provider_email to portal_app;
