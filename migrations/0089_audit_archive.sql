-- Parts of the audit trail that were moved into files. The chain in the database continues after the last of them.
create table audit_archive (
  last_position  bigint primary key check (last_position > 0),
  last_hash      bytea not null check (octet_length(last_hash) = 32),
  entries        bigint not null check (entries > 0),
  sha256         text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  archived_at    timestamptz not null,
  archived_by    text not null
);

create trigger audit_archive_is_append_only
  before update or delete or truncate on audit_archive
  for each statement execute function refuse_change();
