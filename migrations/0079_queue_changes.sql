-- The transaction that last wrote a bill, so that a page can ask which bills have changed since it read the queue, and
-- the number of its comments, which the list shows. A restored bill has the transaction of another database.
alter table authorization_request
  add column changed_in xid8 not null default pg_current_xact_id(),
  add column comments integer not null default 0 check (comments >= 0);

select set_config('portal.every_client', 'yes', true);
update authorization_request as r
   set comments = counted.comments
  from (select itn, count(*) as comments from authorization_comment group by itn) as counted
 where counted.itn = r.itn;
select set_config('portal.every_client', '', true);

create index authorization_request_by_change on authorization_request (client_code, changed_in);

create function note_changed_bill() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;

create trigger authorization_request_notes_change
  before update on authorization_request
  for each row execute function note_changed_bill();

create function count_comment() returns trigger language plpgsql as $$
begin
  update public.authorization_request set comments = comments + 1 where itn = new.itn;
  return null;
end $$;

create trigger authorization_comment_is_counted
  after insert on authorization_comment
  for each row execute function count_comment();

grant update (comments) on authorization_request to portal_app;
