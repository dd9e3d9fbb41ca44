-- A generated password of a member account is only an initial one: until it expires, staff of the client replace it by a
-- password of their own. It lets no member log in: its hash is apart, and password_hash then matches no password, also
-- for the former version.
alter table member_account
  add column initial_hash text,
  add column initial_until timestamptz,
  add constraint member_account_initial_check check ((initial_hash is null) = (initial_until is null));
comment on column member_account.initial_hash is
  'the hash of an initial password, which has to be replaced; null if password_hash is that of a chosen password';
comment on column member_account.initial_until is 'when the initial password expires';

-- The former version sets passwords and knows nothing of initial ones: any other password ends the initial one.
create function end_initial_password() returns trigger language plpgsql as $$
begin
  new.initial_hash := null;
  new.initial_until := null;
  return new;
end $$;
create trigger ends_initial_password before update of password_hash on member_account
  for each row when (new.password_hash <> old.password_hash and new.initial_hash is not distinct from old.initial_hash)
  execute function end_initial_password();

-- The serving role changes the password of an account only in the scope of its client.
alter table member_account enable row level security;
create policy read_accounts on member_account for select using (true);
create policy change_of_client on member_account for update
  using (exists (select from client_code k
                  where k.client_id = member_account.client_id
                    and k.code = any (string_to_array(current_setting('portal.client_codes', true), ','))));
grant update (password_hash, password_set_at, initial_hash, initial_until, device_key) on member_account to portal_app;

-- The right to change the passwords of the client's member accounts. The former version does not read the group "members":
-- until it is replaced, it fails SCIM requests about people in it, which identity providers repeat.
alter table staff_grant
  drop constraint staff_grant_kind_check,
  add constraint staff_grant_kind_check check (kind in ('client code', 'decide', 'audit', 'members'));
alter table scim_right
  drop constraint scim_right_kind_check,
  add constraint scim_right_kind_check check (kind in ('all', 'code', 'decide', 'members'));
