-- People whom an identity provider sends by SCIM 2.0 (RFC 7643, 7644), and what they can do.

-- A token for SCIM belongs to one identity provider.
alter table service_token drop constraint service_token_may_check;
alter table service_token add constraint service_token_may_check check (may in ('decisions', 'itns', 'scim'));
alter table service_token add column issuer text;
alter table service_token add constraint service_token_issuer_check check ((may = 'scim') = (issuer is not null));
alter table service_token add column last_used_at timestamptz;

-- What the provider said about a person. Uniqueness ignores case, so the key is the name in lowercase.
create table scim_person (
  user_id         uuid primary key references staff_user on delete cascade,
  issuer          text not null,
  user_name       text not null,
  user_name_key   text not null,
  external_id     text,
  active          boolean not null,
  display_name    text,
  formatted_name  text,
  given_name      text,
  family_name     text,
  email           text,
  version         integer not null default 1,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  unique (issuer, user_name_key),
  unique (issuer, external_id)
);

-- The groups of a person. A group stands for a right: to see all codes of a client or one of them, or to decide its
-- authorizations. `staff_grant` has what follows from them.
create table scim_right (
  user_id      uuid not null references scim_person on delete cascade,
  kind         text not null check (kind in ('all', 'code', 'decide')),
  client_id    text not null references client on delete cascade,
  client_code  text not null default '',
  primary key (user_id, kind, client_id, client_code),
  check ((kind = 'code') = (client_code <> ''))
);

create index scim_right_of_group on scim_right (client_id, kind, client_code);

-- Whether the provider turned off the access of a person, and not an operator.
alter table staff_user add column disabled_by_scim boolean not null default false;

-- The serving role changes rights of people from SCIM only, and never the right to read the audit trail.
alter table staff_grant enable row level security;
create policy read_grants on staff_grant for select using (true);
create policy grant_by_scim on staff_grant for insert
  with check (kind <> 'audit' and exists (select from scim_person p where p.user_id = staff_grant.user_id));
create policy revoke_by_scim on staff_grant for delete
  using (exists (select from scim_person p where p.user_id = staff_grant.user_id));

-- The same for access: the serving role turns it off and on for people from SCIM only, and not on again what an operator
-- turned off.
create function refuse_access_change() returns trigger language plpgsql as $$
begin
  if current_user <> (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid)
     and (not exists (select from scim_person p where p.user_id = old.id)
          or (old.disabled_at is not null and not old.disabled_by_scim
              and (new.disabled_at is null or new.disabled_by_scim))) then
    raise insufficient_privilege using message = 'permission denied: the access of ' || old.id || ' is not from SCIM';
  end if;
  return new;
end $$;

create trigger staff_access_is_from_scim
  before update of subject, disabled_at, disabled_by_scim on staff_user
  for each row when ((old.subject, old.disabled_at, old.disabled_by_scim)
                     is distinct from (new.subject, new.disabled_at, new.disabled_by_scim))
  execute function refuse_access_change();

grant update (subject, disabled_at, disabled_by_scim) on staff_user to portal_app;
grant update (last_used_at) on service_token to portal_app;
grant select, insert, update, delete on scim_person to portal_app;
grant select, insert, delete on scim_right to portal_app;
grant insert, delete on staff_grant to portal_app;
