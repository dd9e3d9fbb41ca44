-- People who were shown more cases, bills or letters within an hour than their role's limit. Until the person confirms
-- with a reason, or an hour has passed, they read no more data of clients.
create table reading_alert (
  id            bigint generated always as identity primary key,
  user_id       uuid not null references staff_user on delete cascade,
  raised_at     timestamptz not null,
  rows          int not null,
  row_limit     int not null,
  confirmed_at  timestamptz,
  reason        text check (length(reason) <= 500),
  check ((confirmed_at is null) = (reason is null))
);

create index reading_alert_of_user on reading_alert (user_id, raised_at);

grant select, delete on reading_alert to portal_app;
grant update (confirmed_at, reason) on reading_alert to portal_app;
