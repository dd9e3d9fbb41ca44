-- A decision keeps when the bill was received and when the decision was due. The bill has these times only of its last
-- round. Decisions on earlier rounds, made before this change, do not have them.
alter table authorization_decision add column received_at timestamptz, add column due_at timestamptz;
alter table undone_decision add column received_at timestamptz, add column due_at timestamptz;

select set_config('portal.every_client', 'yes', true);
alter table authorization_decision disable trigger authorization_decision_is_append_only;
update authorization_decision as d
   set received_at = r.received_at, due_at = r.due_at
  from authorization_request r
 where r.itn = d.itn and r.round = d.round;
alter table authorization_decision enable trigger authorization_decision_is_append_only;
alter table undone_decision disable trigger undone_decision_is_append_only;
update undone_decision as d
   set received_at = r.received_at, due_at = r.due_at
  from authorization_request r
 where r.itn = d.itn and r.round = d.round;
alter table undone_decision enable trigger undone_decision_is_append_only;
select set_config('portal.every_client', '', true);

-- When the message got its position, and so the back office could read it. Earlier messages do not have it.
alter table decision_message
  add column sent_at timestamptz,
  add check (sent_at is null or position is not null);
grant update (sent_at) on decision_message to portal_app;

drop trigger decision_message_keeps_position on decision_message;
create trigger decision_message_keeps_position
  before update of position, sent_at on decision_message
  for each row when (old.position is not null
                     and (new.position, new.sent_at) is distinct from (old.position, old.sent_at))
  execute function refuse_change();
