-- An emergency access belongs to the session that opened it, and ends with it. One without a session is of a version that
-- did not record it, and is closed.

select set_config('portal.every_client', 'yes', true);
update emergency_access set ended_at = now() where ended_at is null and expires_at > now();
select set_config('portal.every_client', '', true);

alter table emergency_access add column session_id uuid;

create index emergency_access_of_session on emergency_access (session_id) where ended_at is null;

-- Ends the accesses of a session when it is ended, or deleted after it expired: one hour after its last renewal, or twelve
-- after its start. Requests that end a session have no client scope, so only the owner, as whom the function runs, can see
-- the rows. The update waits for reads in progress.
do $do$
declare
  here name := current_schema();
begin
  execute format($create$
    create function end_emergency_access() returns trigger
      language plpgsql security definer set search_path = %I, pg_temp
    as $body$
    declare
      before text := coalesce(current_setting('portal.every_client', true), '');
      over_at timestamptz := least(old.renewed_at + interval '1 hour', old.started_at + interval '12 hours');
    begin
      if tg_op = 'UPDATE' then over_at := least(over_at, new.ended_at); end if;
      perform set_config('portal.every_client', 'yes', true);
      update emergency_access set ended_at = greatest(over_at, opened_at)
       where session_id = old.id and ended_at is null and expires_at > over_at;
      perform set_config('portal.every_client', before, true);
      return null;
    end $body$
  $create$, here);
end $do$;
revoke execute on function end_emergency_access() from public;

create trigger staff_session_ends_emergency_access
  after update of ended_at on staff_session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function end_emergency_access();
create trigger deleted_staff_session_ends_emergency_access
  after delete on staff_session
  for each row execute function end_emergency_access();
