-- The key that signs the cookie of a browser that has logged in to the account. A new key revokes every such cookie.
alter table member_account
  add column device_key bytea not null
  default sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
