-- A version from before keys were retired records a key that it uses again, after a rollback, with "on conflict do nothing",
-- and leaves it retired. A portal that starts would not miss it. So any record of a known key ends its retirement.
create function note_key_in_use() returns trigger language plpgsql set search_path from current as $$
begin
  update column_key set retired_at = null where id = new.id and retired_at is not null;
  if exists (select from column_key where id = new.id) then return null; end if;
  return new;
end $$;
create trigger notes_key_in_use before insert on column_key for each row execute function note_key_in_use();
