-- Row triggers do not see TRUNCATE, so 0052 did not keep the owner from deleting the notes of staff with it. Nothing
-- else truncates this table: imports change single rows, and a restore disables triggers.
create trigger note_refuses_truncate
  before truncate on note
  for each statement execute function refuse_change();
