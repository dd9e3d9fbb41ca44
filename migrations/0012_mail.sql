-- Mail on its way. A row is written in the transaction of what caused it, and sent at least once: whoever sends
-- it holds the row locked meanwhile, so a process that dies lets go of it. The row's id is the mail's Message-ID.
create table outbox (
  id           uuid primary key default gen_random_uuid(),
  recipient    text not null check (recipient !~ '[[:cntrl:][:space:],;<>]'),
  reply_to     text check (reply_to !~ '[[:cntrl:][:space:],;<>]'),
  subject      text not null check (subject !~ '[[:cntrl:]]'),
  body_text    text not null,
  body_html    text not null,
  made_at      timestamptz not null,
  due_at       timestamptz not null,
  attempts     integer not null default 0,
  fault        text,         -- why the last attempt failed: the mail server's code or the connection's, never its words
  sent_at      timestamptz,
  given_up_at  timestamptz,
  check (sent_at is null or given_up_at is null)
);

create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;
create index outbox_made_at on outbox (made_at);

grant select, insert, update, delete on outbox to portal_app;
