-- Reports that are too large to wait for: who ordered which, and how far it is. Any process takes the next one; one
-- that has not been heard of for a while is taken up again by another. There is nothing of a patient in these rows;
-- only who ordered a report sees it, in the client they ordered it for.
create table report_run (
  id            uuid primary key default gen_random_uuid(),
  user_id       uuid not null references staff_user on delete cascade,
  client_id     text not null references client on delete cascade,
  client_codes  text[] not null check (client_codes <> '{}'),
  report_code   text not null,
  name          text not null,
  first_day     date not null,
  last_day      date not null check (last_day >= first_day),
  state         text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows          integer not null,
  rows_done     integer not null default 0,
  ordered_at    timestamptz not null,
  -- How often it was begun: whoever does not know the last number has lost it to somebody else.
  attempt       integer not null default 0,
  heard_at      timestamptz,
  ended_at      timestamptz,
  check ((state in ('waiting', 'running')) = (ended_at is null))
);

create index report_run_unfinished on report_run (ordered_at) where state in ('waiting', 'running');
create index report_run_ended on report_run (ended_at);
create index report_run_of_person on report_run (user_id);

-- The PDF, in parts. Only whoever sees all codes that it is about sees it; it goes with its run.
create table report_part (
  run_id        uuid not null references report_run on delete cascade,
  position      integer not null,
  client_codes  text[] not null check (client_codes <> '{}'),
  bytes         bytea not null,
  primary key (run_id, position)
);

alter table report_part alter column bytes set storage external;
alter table report_part enable row level security, force row level security;
create policy of_clients on report_part
 using (client_codes <@ (select string_to_array(current_setting('portal.client_codes', true), ','))::text[]);

grant select, insert, update, delete on report_run to portal_app;
grant select, insert on report_part to portal_app;
