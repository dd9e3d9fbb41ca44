-- A backup reads the rows of every client: the owner does, in a session that asks for it, as for an import (0034). The
-- tables that no import writes get a policy for reading alone.
do $$
declare
  name text;
begin
  for name in select relname from pg_class
               where relnamespace = current_schema()::regnamespace and relkind = 'r' and relrowsecurity
                 and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'of_every_client') loop
    execute format($policy$
      create policy read_every_client on %I for select to current_user
       using ((select current_setting('portal.every_client', true) = 'yes'))
    $policy$, name);
  end loop;
end $$;
