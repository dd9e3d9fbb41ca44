-- A decision can be undone until its message may leave for the back office. `authorization_decision` has only the
-- decisions that stand, so that everything that reads it treats an undone decision as not made. An undone decision
-- moves to `undone_decision`, and its message is deleted before it could leave.

-- The messages of earlier decisions may have left already.
alter table decision_message add column undo_until timestamptz;
select set_config('portal.every_client', 'yes', true);
update decision_message set undo_until = made_at;
select set_config('portal.every_client', '', true);
alter table decision_message alter column undo_until set not null;

-- The decision as it was made, with the id that its message had. A round can have several.
create table undone_decision (
  like authorization_decision including constraints,
  id          uuid primary key,
  undo_until  timestamptz not null,
  undone_at   timestamptz not null check (undone_at < undo_until),
  foreign key (itn) references authorization_request,
  foreign key (decided_by) references staff_user
);

create index undone_decision_by_itn on undone_decision (itn, round);
create index undone_decision_by_time on undone_decision (client_code, undone_at);

alter table undone_decision enable row level security;
alter table undone_decision force row level security;
create policy of_clients on undone_decision
  using (client_code = any ((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on undone_decision to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

create trigger undone_decision_is_append_only
  before update or delete or truncate on undone_decision
  for each statement execute function refuse_change();

-- A decision may leave its table only for the history: complete, and in the same transaction. The foreign key of
-- `decision_message` keeps it there while it has a message, and a message with a position stays.
drop trigger authorization_decision_is_append_only on authorization_decision;
create trigger authorization_decision_is_append_only
  before update or truncate on authorization_decision
  for each statement execute function refuse_change();

create function require_undone_decision() returns trigger language plpgsql as $$
begin
  if not exists (select from undone_decision as undone
                  where undone.itn = old.itn and undone.round = old.round
                    and to_jsonb(undone) @> to_jsonb(old)) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return null;
end $$;

create trigger authorization_decision_moves_to_history
  after delete on authorization_decision
  for each row execute function require_undone_decision();

create trigger decision_message_stays_once_sent
  before delete on decision_message
  for each row when (old.position is not null) execute function refuse_change();
create trigger decision_message_refuses_truncate
  before truncate on decision_message
  for each statement execute function refuse_change();

grant select, insert on undone_decision to portal_app;
grant delete on authorization_decision, decision_message to portal_app;
