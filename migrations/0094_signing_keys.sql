-- Several keys of portal tokens: a new one replaces the one before it, which verifies its tokens until they expire.
alter table signing_key drop constraint signing_key_pkey;
alter table signing_key drop column is_only;
alter table signing_key add column id uuid not null default gen_random_uuid();
alter table signing_key add constraint signing_key_pkey primary key (id);
