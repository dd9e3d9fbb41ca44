-- A disabled person has no sessions and cannot sign in. The serving role keeps people up to date and cannot lift that.
alter table staff_user add column disabled_at timestamptz;

revoke update on staff_user from portal_app;
grant update (name, email, last_client_id, last_signed_in_at) on staff_user to portal_app;

-- `provider_session` is the identity provider's own session (`sid`), which a logout token may name.
alter table staff_session add column provider_session text;

create index staff_session_of_user on staff_session (user_id);

-- Logout tokens of the identity provider that were used: each counts once. Kept until they have expired.
create table used_logout_token (
  token_hash  bytea primary key,
  expires_at  timestamptz not null
);

grant select, insert, delete on used_logout_token to portal_app;
