-- A decision in the feed belongs to the client that its code had when it was made, so that a program that is limited to
-- some clients neither misses decisions nor gets others, whatever client the code moves to.
alter table decision_message add column client_id text;
select set_config('portal.every_client', 'yes', true);
update decision_message m set client_id = k.client_id from client_code k where k.code = m.client_code;
select set_config('portal.every_client', '', true);
alter table decision_message
  alter column client_id set not null,
  add foreign key (client_id) references client;

-- The clients that a code belonged to before.
alter table client_code add column former_client_ids text[] not null default '{}';

-- How far a program has read the feed: the position of the last decision that it named as `after`.
alter table service_token add column read_position bigint not null default 0;
grant update (read_position) on service_token to portal_app;

-- What stays of erased decisions: their place in the feed, so that a program that has read one continues after it.
create table erased_decision (
  id         uuid primary key,
  position   bigint not null unique,
  client_id  text not null references client
);

create trigger erased_decision_is_append_only
  before update or delete or truncate on erased_decision
  for each statement execute function refuse_change();

grant select on erased_decision to portal_app;
