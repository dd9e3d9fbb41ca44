-- What every room stands on: the extensions, the one text key for comparing names,
-- the audit trail. Rooms bring their own tables in migrations of their own.

create extension if not exists btree_gist;
create extension if not exists btree_gin;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

grant usage on schema public to portal_app;

-- Text as people compare it: without case and accents. In plpgsql, because SQL functions that call
-- what is only stable are never inlined and cost twice as much a call.
create function search_key(text) returns text
  language plpgsql immutable strict parallel safe
as $$
begin
  return lower(unaccent('unaccent'::regdictionary, $1) collate pg_c_utf8);
end $$;

-- Who did what to whose rows, when and from where. Append-only: the trigger stops even the owner.
create table audit_event (
  id           bigint generated always as identity primary key,
  at           timestamptz not null,
  actor        text not null,
  action       text not null,
  subject      text not null,
  client_code  text,
  address      text,
  reference    text,
  detail       jsonb not null default '{}'
);

create index audit_event_at on audit_event (at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger audit_event_is_append_only
  before update or delete or truncate on audit_event
  for each statement execute function refuse_change();

grant insert on audit_event to portal_app;
