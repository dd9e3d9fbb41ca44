-- Documents that the database names and an operator accepted as lost. A portal that starts waits for all others. A row goes
-- once its document is back or no longer named, so that losing it again counts again.
create table missing_document (
  sha256      text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null
);
