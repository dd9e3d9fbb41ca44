-- The requests of a visitor in the current window of a rate limit, as far as the processes have told each other. Only a
-- hash says which address and limit. A crash empties the table, and a standby does not have it: then each process goes
-- on with its own counts, and nothing waits for the disk or a standby.
create unlogged table request_count (
  key_hash  bytea primary key,
  requests  bigint not null check (requests > 0),
  ends_at   timestamptz not null
);

create index request_count_ends_at on request_count (ends_at);

grant select, insert, update, delete on request_count to portal_app;
