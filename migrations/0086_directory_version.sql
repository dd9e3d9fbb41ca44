-- The version of the providers in searches, for what each process of the portal keeps in memory. Each change of providers,
-- also of hidden ones, replaces the types that their network offers, in the same transaction.
create table directory_version (
  version bigint not null,
  is_only boolean primary key default true check (is_only)
);
insert into directory_version (version) values (1);
grant select on directory_version to portal_app;

create function count_directory_change() returns trigger
  language plpgsql
as $function$
begin
  update directory_version set version = version + 1;
  return null;
end $function$;

create trigger directory_changed after insert or update or delete or truncate on network_provider_type
  for each statement execute function count_directory_change();
