-- Notifications that tell the back office, at the address in the settings, that a decision can be read in the feed. A row
-- is written in the statement that gives its decision a position, and sent at least once: the sender holds the row locked
-- meanwhile, so a process that dies releases it. The row names no client, bill or person. Its id is that of the
-- decision_message.
create table decision_notification (
  id            uuid primary key,
  position      bigint not null unique,
  created_at    timestamptz not null,
  due_at        timestamptz not null,
  attempts      integer not null default 0,
  attempted_at  timestamptz,
  error         text,         -- why the last attempt failed: a status or a code, never the text of the receiver
  sent_at       timestamptz,
  given_up_at   timestamptz,
  check (sent_at is null or given_up_at is null)
);

create index decision_notification_due on decision_notification (due_at) where sent_at is null and given_up_at is null;
create index decision_notification_failed on decision_notification (position) where sent_at is null and error is not null;
create index decision_notification_sent on decision_notification (sent_at) where sent_at is not null;

grant select, insert, update, delete on decision_notification to portal_app;
