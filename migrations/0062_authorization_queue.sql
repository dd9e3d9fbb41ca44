-- The queue of pending bills: the assignee of each, who has it open, and saved views.

alter table authorization_request add column assignee_id uuid references staff_user;
grant update (assignee_id) on authorization_request to portal_app;

-- Who has a bill open. A lease expires by itself and does not prevent others from deciding.
create table authorization_lease (
  itn          text not null references authorization_request on delete cascade,
  user_id      uuid not null references staff_user on delete cascade,
  client_code  text not null,
  expires_at   timestamptz not null,
  primary key (itn, user_id)
);

create index authorization_lease_by_time on authorization_lease (client_code, expires_at);

alter table authorization_lease enable row level security;
alter table authorization_lease force row level security;
create policy authorization_lease_of_clients on authorization_lease
  using (client_code = any((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));

-- The owner reads every client for a backup (0037).
create policy read_every_client on authorization_lease for select to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

grant select, insert, delete, update (expires_at) on authorization_lease to portal_app;

-- The filters that a person saved under a name, for the bills of one client.
create table authorization_view (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null references staff_user on delete cascade,
  client_id   text not null references client on delete cascade,
  name        text not null check (char_length(name) between 1 and 60),
  filters     jsonb not null check (jsonb_typeof(filters) = 'object'),
  created_at  timestamptz not null,
  unique (user_id, client_id, name)
);

grant select, insert, delete on authorization_view to portal_app;
