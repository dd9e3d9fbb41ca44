-- How long a client's data is kept, by kind, such as {"cases": "10 years"}; a kind that is absent is kept.
alter table client add column retention jsonb check (jsonb_typeof(retention) = 'object');

-- Data that must not be erased: everything of a client, of a patient, or of a case.
create table legal_hold (
  id               bigint generated always as identity primary key,
  client_id        text references client,
  client_code      text,
  patient_code     text,
  incident_number  text,
  reason           text not null check (length(reason) between 5 and 500),
  placed_at        timestamptz not null,
  placed_by        text not null,
  foreign key (client_code, patient_code) references patient,
  foreign key (incident_number) references incident,
  check ((client_code is null) = (patient_code is null)),
  check (num_nonnulls(client_id, patient_code, incident_number) = 1)
);

-- Persons whose data was erased. `person_hash` is a keyed hash of who it was; the key is not in the database.
create table erasure (
  number       text primary key check (number ~ '^ERASED-[0-9A-F]{8}$'),
  kind         text not null check (kind in ('patient', 'member')),
  client       text not null,
  person_hash  bytea not null,
  erased_at    timestamptz not null,
  erased_by    text not null,
  counts       jsonb not null check (jsonb_typeof(counts) = 'object'),
  public_key   text not null,
  signature    text not null
);

create trigger erasure_is_append_only
  before update or delete or truncate on erasure
  for each statement execute function refuse_change();

-- Stored documents to remove from the document folder once the rows that named them are gone.
create table erased_document (
  sha256     text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  erased_at  timestamptz not null
);

-- The rounds of the daily job, so that one that was interrupted continues.
create table retention_run (
  id           bigint generated always as identity primary key,
  started_at   timestamptz not null,
  finished_at  timestamptz,
  erased       jsonb not null default '{}' check (jsonb_typeof(erased) = 'object')
);

-- Audit entries whose personal text was erased. The chain keeps the seal of the original; `content_hash` is the hash of
-- what is left, and an entry of the trail has the hash of all redactions with its batch.
create table audit_redaction (
  id            bigint generated always as identity primary key,
  event_id      bigint not null,
  batch         text not null,
  content_hash  bytea not null check (octet_length(content_hash) = 32)
);

create index audit_redaction_of_event on audit_redaction (event_id, id);
create index audit_redaction_of_batch on audit_redaction (batch, id);

create trigger audit_redaction_is_append_only
  before update or delete or truncate on audit_redaction
  for each statement execute function refuse_change();

-- Part of what a seal hashes, so that nobody can find out erased text by hashing guesses. Erased with the text.
alter table audit_seal add column salt bytea check (octet_length(salt) = 16);

-- Erasure deletes and changes append-only rows, as the owner of their table. Others can set the variable, but do not own
-- the table.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE'
     or coalesce(pg_catalog.current_setting('portal.erasing', true), '') <> 'yes'
     or current_user <> (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    raise exception '% is append-only', tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

create or replace function require_undone_decision() returns trigger language plpgsql as $$
begin
  if coalesce(pg_catalog.current_setting('portal.erasing', true), '') = 'yes'
     and current_user = (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return null;
  end if;
  if not exists (select from undone_decision as undone
                  where undone.itn = old.itn and undone.round = old.round
                    and to_jsonb(undone) @> to_jsonb(old)) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return null;
end $$;

-- Letters and open reviews could be deleted within a client's scope only.
do $$
declare
  name text;
begin
  foreach name in array array['vob', 'vob_withdrawal', 'authorization_lease'] loop
    execute format($policy$
      create policy erase_every_client on %I for delete to current_user
        using ((select current_setting('portal.every_client', true) = 'yes'))$policy$, name);
  end loop;
end $$;
