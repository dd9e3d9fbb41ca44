-- An import may see and write the rows of every client. Holding each of millions of rows against a list of hundreds of
-- codes costs more than writing it, so a session of the owner may say that it means them all. The policy is the owner's
-- alone: to the role that serves, the setting says nothing.

do $$
declare
  name text;
begin
  for name in select tablename from pg_policies
               where schemaname = current_schema() and policyname = 'of_clients' and tablename not like 'report%' loop
    execute format($policy$
      create policy of_every_client on %I to current_user
       using ((select current_setting('portal.every_client', true) = 'yes'))
    $policy$, name);
  end loop;
end $$;
