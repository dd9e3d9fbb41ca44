-- The clients: insurers and plans, and the provider organisation itself. What a client has, each person of
-- its staff has; the clients' file (`portal clients import`) writes it.

create table client (
  id                text primary key check (id ~ '^[A-Za-z0-9][A-Za-z0-9-]{0,63}$'),
  name              text not null,
  enabled           boolean not null default true,
  current_activity  boolean not null default false,
  patient_search    boolean not null default false,
  client_auth       boolean not null default false,
  case_summary      boolean not null default false,
  -- Who of the staff may decide authorizations: everybody, or whom a grant names.
  authorizers       text not null default 'granted' check (authorizers in ('all', 'granted')),
  banner            text,
  video_url         text,
  -- What a verification of benefits needs: groups, carriers, mailing, phoneNumbers, faxNumbers, sincerely.
  vob               jsonb,
  -- What the member area shows: showIdCard, showEnglishAndGerman.
  member_area       jsonb,
  changed_at        timestamptz not null
);

-- The codes that a client's rows carry. No comma: the scope is a list of codes with commas between.
create table client_code (
  code       text primary key check (code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$'),
  client_id  text not null references client on delete cascade,
  name       text not null,
  position   integer not null
);

create index client_code_of_client on client_code (client_id);

-- The searches behind a client's sign-in and in its menu; `networks` narrows those of the definition.
create table client_provider_search (
  client_id       text not null references client on delete cascade,
  definition_key  text not null references search_definition on update cascade on delete cascade,
  networks        text[],
  position        integer not null,
  primary key (client_id, definition_key)
);

create table client_report (
  client_id     text not null references client on delete cascade,
  code          text not null check (code ~ '^[A-Z][A-Z0-9]{0,19}$'),
  name          text not null,
  multi_client  boolean not null,
  position      integer not null,
  primary key (client_id, code)
);

create table account_manager (
  id            uuid primary key default gen_random_uuid(),
  client_id     text not null references client on delete cascade,
  name          text not null,
  title         text not null,
  email         text not null,
  phone         text not null,
  picture       bytea,
  picture_type  text check (picture_type in ('image/png', 'image/jpeg', 'image/webp')),
  position      integer not null,
  check ((picture is null) = (picture_type is null))
);

create index account_manager_of_client on account_manager (client_id);

-- Searches of other companies that internal staff open from the client selector.
create table external_search (
  name      text primary key,
  url       text not null check (url ~ '^https://'),
  position  integer not null
);

grant select on client, client_code, client_provider_search, client_report, account_manager, external_search
  to portal_app;
