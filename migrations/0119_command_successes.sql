-- When the commands that operators run on a schedule last succeeded, for the metrics: the serving role does not read the trail.
create table command_success (
  command      text primary key,
  succeeded_at timestamptz not null
);
grant select on command_success to portal_app;

-- Old successes, too: without a row there is no metric, and nothing alerts. Reading the trail can take minutes, but locks nothing.
insert into command_success
select case action when 'backup made' then 'backup' else 'audit checkpoint' end, max(least(at, now()))
  from audit_event
 where action in ('backup made', 'audit checkpoint written')
 group by 1;
