-- Who gets a daily email about the queue of a client. `last_day` is the last day in the client's time zone whose email
-- was sent or was not needed, so each day has at most one.
create table queue_email (
  user_id     uuid not null references staff_user on delete cascade,
  client_id   text not null references client on delete cascade,
  created_at  timestamptz not null,
  last_day    date not null,
  primary key (user_id, client_id)
);

grant select, insert, update (last_day), delete on queue_email to portal_app;
