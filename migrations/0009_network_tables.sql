-- The tables of the networks are called `providers_of_` and the code. Called `provider_` and the code, the
-- table of a network `type` was the provider types'. A code has neither "_" nor more than 40 characters.
do $$
declare
  old name;
begin
  for old in
    select relname
      from pg_inherits
      join pg_class on pg_class.oid = inhrelid
     where inhparent = 'provider'::regclass and starts_with(relname, 'provider_')
  loop
    execute format('alter table %I rename to %I', old, 'providers_of_' || substr(old, 10));
  end loop;
end $$;
