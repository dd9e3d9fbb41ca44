-- The chain over the audit trail: each entry in the order in which it was sealed, with the hash of its content and of
-- the seal before it. The owner writes it, so that the serving role can neither see nor change it.
create table audit_seal (
  position   bigint primary key check (position > 0),
  event_id   bigint not null unique,
  sealed_at  timestamptz not null,
  hash       bytea not null check (octet_length(hash) = 32)
);

create trigger audit_seal_is_append_only
  before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();
