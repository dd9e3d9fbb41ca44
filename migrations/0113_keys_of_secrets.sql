-- Keys of encrypted columns stay known once no value needs them any longer, so that a key that is missing can be told
-- from an ID that is damaged. The former version deletes keys instead, which at worst lets a missing one look damaged.
alter table column_key add column retired_at timestamptz;
comment on column column_key.retired_at is
  'when the background job last found no value with this key; such a key may be missing';
grant select on column_key to portal_app;

-- The signing key as text, which can be encrypted. The former version reads and writes "secret", so a trigger keeps it for
-- as long as the key is in clear text. A later version drops the column and the trigger.
alter table signing_key add column secret_text text;
update signing_key set secret_text = encode(secret, 'base64');
alter table signing_key alter column secret_text set not null;
alter table signing_key alter column secret drop not null;
comment on column signing_key.secret_text is 'the key in Base64, or encrypted with a key of the operator';
comment on column signing_key.secret is 'for the former version: the bytes of secret_text; null if that is encrypted';

create function keep_clear_secret() returns trigger language plpgsql as $$
begin
  new.secret_text := coalesce(new.secret_text, encode(new.secret, 'base64'));
  new.secret := case when not starts_with(new.secret_text, E'\x01') then decode(new.secret_text, 'base64') end;
  return new;
end $$;
create trigger keeps_clear_secret before insert or update on signing_key
  for each row execute function keep_clear_secret();
