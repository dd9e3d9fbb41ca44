-- Several rosters keep their own providers in one network: each provider belongs to the source it was imported from.
-- Imports can be undone, and single providers hidden or removed.

-- `source_name` is the name of the roster, `main` unless the operator gives one. `hidden` providers appear in no
-- search. `details` are hours, languages, website, accepting, verified and source, as the roster gives them.
alter table provider
  add column source_name text collate "C" not null default 'main',
  add column hidden      boolean not null default false,
  add column details     jsonb;

-- Who ran an import and for which source; `undone_at` says that its changes were taken back.
alter table import_run
  add column actor       text,
  add column source_name text,
  add column rows_warned integer not null default 0,
  add column undone_at   timestamptz,
  add column undone_by   text;

-- What an import of providers changed in each network. `began_source`: the source had no provider there before.
-- `can_undo`: provider_before still has what this run replaced.
create table import_run_network (
  run_id        bigint not null references import_run on delete cascade,
  network_code  text not null references network on delete cascade,
  source_name   text collate "C" not null,
  rows_added    integer not null,
  rows_changed  integer not null,
  rows_removed  integer not null,
  began_source  boolean not null,
  can_undo      boolean not null default true,
  primary key (run_id, network_code)
);

create index import_run_network_by_source on import_run_network (network_code, source_name, run_id);

-- The rows that a run changed or removed, as they were before it; `row` is null for a provider that it added. Rows
-- are kept for the last runs of each source only. Without foreign keys: they would be checked row by row.
create table provider_before (
  run_id        bigint not null,
  network_code  text collate "C" not null,
  hash          text collate "C" not null,
  row           json,
  primary key (run_id, network_code, hash)
);

-- Providers that an operator has hidden, whether the roster has them at present or not.
create table hidden_provider (
  network_code  text not null references network on delete cascade,
  hash          text collate "C" not null,
  roster_id     text not null,
  hidden_at     timestamptz not null,
  hidden_by     text not null,
  primary key (network_code, hash)
);
