-- How far the audit trail was sent to the receiver in AUDIT_STREAM_URL: one row, added when the stream first starts.
-- Only the owner sends, so the serving role can neither read nor change it.
create table audit_stream (
  id            boolean primary key default true check (id),
  -- The last seal that the receiver has.
  position      bigint not null check (position >= 0),
  -- Failed attempts since then.
  attempts      int not null default 0 check (attempts >= 0),
  -- The number of entries in the next batch: fewer after failures.
  batch_size    int not null default 100 check (batch_size > 0),
  due_at        timestamptz not null,
  error         text,
  sent_at       timestamptz
);

-- When each sealed entry that waits to be sent was made, for the metrics: the serving role sees no contents.
do $do$
begin
  execute format($create$
    create function audit_stream_backlog() returns table (since timestamptz, failed boolean)
      language sql stable security definer set search_path = %I, pg_temp
    as $body$
      select s.sealed_at, false from audit_seal s where s.position > (select a.position from audit_stream a)
    $body$
  $create$, current_schema());
end $do$;
revoke execute on function audit_stream_backlog() from public;
grant execute on function audit_stream_backlog() to portal_app;
