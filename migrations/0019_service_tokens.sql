-- Other programs that call the portal, each by a token of its own that does one thing for some clients. Only the
-- token's hash is kept. After a rotation the former token goes on until its time is over.
create table service_token (
  name             text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  may              text not null check (may in ('decisions')),
  -- The clients whose rows it sees; null: those of all.
  client_ids       text[] check (client_ids <> '{}'),
  key_hash         bytea not null unique,
  former_key_hash  bytea unique,
  former_until     timestamptz,
  made_at          timestamptz not null,
  rotated_at       timestamptz,
  revoked_at       timestamptz,
  check ((former_key_hash is null) = (former_until is null))
);

grant select on service_token to portal_app;
