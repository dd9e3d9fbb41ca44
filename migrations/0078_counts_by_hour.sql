-- Searches and previews are counted by hour instead of a row each, so that visitors cannot fill the disk.

create table analytics_count (
  hour            timestamptz not null,
  event           text not null check (event in ('cc_provider_search', 'cc_vob_self_issue')),
  -- The definition of a search; empty for other events, and for searches before this migration.
  definition_key  text not null default '',
  client          text not null,
  count           bigint not null check (count > 0),
  primary key (hour, event, definition_key, client)
);

insert into analytics_count (hour, event, client, count)
select date_trunc('hour', at, 'UTC'), event, client, count(*)
  from analytics_event
 group by 1, 2, 3;

drop table analytics_event;

grant select, insert, update (count) on analytics_count to portal_app;

-- Answers of decisions expire: a lost response is requested again within minutes, not days.
create index decision_answer_answered_at on decision_answer (answered_at);
grant delete on decision_answer to portal_app;
