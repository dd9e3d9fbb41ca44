-- When the commands that operators run by the clock last succeeded, for the metrics: the serving role does not read the
-- audit trail. A trigger writes it, so that commands of the previous version count, too.
create table command_success (
  command      text primary key,
  succeeded_at timestamptz not null
);
grant select on command_success to portal_app;

create function note_command_success() returns trigger language plpgsql as $$
begin
  insert into command_success values (case new.action when 'backup made' then 'backup' else 'audit checkpoint' end, new.at)
      on conflict (command) do update set succeeded_at = greatest(command_success.succeeded_at, excluded.succeeded_at);
  return null;
end $$;

-- Those of the last month; older ones would be overdue in any case.
insert into command_success
select case action when 'backup made' then 'backup' else 'audit checkpoint' end, max(at)
  from audit_event
 where at > now() - interval '31 days' and action in ('backup made', 'audit checkpoint written')
 group by 1;

-- Last, because it waits for every open transaction that wrote to the trail, and others wait behind it.
create trigger notes_command_success after insert on audit_event
  for each row when (new.action in ('backup made', 'audit checkpoint written'))
  execute function note_command_success();
