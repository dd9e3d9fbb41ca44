-- Notes that staff write in the portal, next to those that imports bring. `written_by` is the person; the IDs of these
-- notes begin with "portal:", which imports reject, so that no import can change them. Nobody can: the triggers stop
-- even the owner.
alter table note
  add column written_by uuid references staff_user,
  add check (written_by is null or id like 'portal:%');

create trigger staff_note_is_append_only
  before update or delete on note
  for each row when (old.written_by is not null) execute function refuse_change();

grant insert on note to portal_app;
