-- The back office continues after the last decision it has read, so the position of a message in the feed never changes.
create trigger decision_message_keeps_position
  before update of position on decision_message
  for each row when (old.position is not null and new.position is distinct from old.position)
  execute function refuse_change();
