-- Comments that staff write on bills for one another. Nobody changes or deletes them: the triggers stop even the owner.
create table authorization_comment (
  itn           text not null references authorization_request,
  -- Chosen by the page, so that a repeated request does not write the comment twice.
  id            uuid not null,
  client_code   text not null,
  written_at    timestamptz not null,
  author        text not null,
  written_by    uuid not null references staff_user,
  comment_text  text not null check (char_length(comment_text) between 1 and 4000),
  primary key (itn, id)
);

alter table authorization_comment enable row level security;
alter table authorization_comment force row level security;
create policy of_clients on authorization_comment
  using (client_code = any((select string_to_array(current_setting('portal.client_codes', true), ','))::text[]));
create policy of_every_client on authorization_comment to current_user
  using ((select current_setting('portal.every_client', true) = 'yes'));

create trigger authorization_comment_is_append_only
  before update or delete or truncate on authorization_comment
  for each statement execute function refuse_change();

grant select, insert on authorization_comment to portal_app;
