-- Closes gaps of 0098: what an identity provider says by SCIM counts until it removes the person or an operator releases
-- them, with or without a token, and what an operator turned off stays off.
--
-- The functions of triggers keep their plans, which must not be those of a table that was still empty: hence the indexes.

-- The subject (`sub`) of the sign-in, which logout tokens name. With the person claim `oid`, it is not that of the person.
alter table staff_session add column provider_subject text;

-- The names of people whose access an operator turned off. No other person of the provider can be added under them.
create table scim_bar (
  user_id  uuid not null references staff_user on delete cascade,
  kind     text not null check (kind in ('userName', 'externalId')),
  value    text not null,
  issuer   text not null,
  primary key (user_id, kind, value)
);

create index scim_bar_by_value on scim_bar (issuer, kind, value);

grant select on scim_bar to portal_app;

-- Remembers the names of a person: of SCIM, and of a sign-in from before. Runs as the owner, so that the serving role
-- cannot forget any.
create function bar_names(barred uuid) returns void
  language sql security definer set search_path from current as $$
  insert into scim_bar (user_id, kind, value, issuer)
  select u.id, name.kind, name.value, u.issuer
    from staff_user u
    left join scim_person p on p.user_id = u.id
   cross join lateral (values ('userName', p.user_name_key), ('externalId', p.external_id),
                              ('userName', lower(normalize(u.email, nfkc))), ('externalId', u.subject))
              as name (kind, value)
   where u.id = barred and u.disabled_at is not null and not u.disabled_by_scim and name.value is not null
      on conflict do nothing;
$$;

revoke execute on function bar_names from public;

create function keep_bar_of_user() returns trigger
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
begin
  if new.disabled_at is not null and not new.disabled_by_scim then
    perform bar_names(new.id);
  else
    delete from scim_bar where user_id = new.id;
  end if;
  return null;
end $$;

create trigger names_are_barred after update of disabled_at, disabled_by_scim on staff_user
  for each row when ((old.disabled_at, old.disabled_by_scim) is distinct from (new.disabled_at, new.disabled_by_scim))
  execute function keep_bar_of_user();

create function keep_bar_of_person() returns trigger
  language plpgsql security definer set search_path from current set enable_seqscan = off as $$
begin
  if exists (select from staff_user u
              where u.id = new.user_id and u.disabled_at is not null and not u.disabled_by_scim) then
    perform bar_names(new.user_id);
  end if;
  return null;
end $$;

create trigger names_are_barred after insert or update of user_name_key, external_id on scim_person
  for each row execute function keep_bar_of_person();

-- People whom an operator gave rights before their first sign-in can be internal staff, who are out of reach.
create function refuse_scim_person() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if tg_op = 'INSERT' and exists (
       select from staff_user u
        where u.id = new.user_id
          and (u.issuer <> new.issuer
            or exists (select from staff_grant g
                        where g.user_id = u.id and (g.kind = 'audit' or u.last_signed_in_at is null)))) then
    raise insufficient_privilege using message = 'permission denied: ' || new.user_id || ' is out of reach of SCIM';
  end if;
  if exists (select from scim_bar b
              where b.issuer = new.issuer and b.user_id <> new.user_id
                and (b.kind = 'userName' and b.value = new.user_name_key
                       and (tg_op = 'INSERT' or old.user_name_key <> new.user_name_key)
                  or b.kind = 'externalId' and b.value = new.external_id
                       and (tg_op = 'INSERT' or old.external_id is distinct from new.external_id))) then
    raise insufficient_privilege using message = 'permission denied: an operator turned off the access of this name';
  end if;
  return new;
end $$;

create trigger scim_person_is_in_reach before insert or update of user_id, issuer, user_name_key, external_id on scim_person
  for each row execute function refuse_scim_person();

-- Nobody turns on what the provider turned off. The subject of a person stays once they have signed in, or an operator
-- has turned off their access.
create or replace function refuse_access_change() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  is_turned_off constant boolean := old.disabled_at is not null and not old.disabled_by_scim;
begin
  if new.disabled_at is null and exists (select from scim_person p where p.user_id = old.id and not p.active) then
    raise check_violation using message = 'the identity provider has deactivated ' || old.id;
  end if;
  if current_user <> (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid)
     and (not exists (select from scim_person p where p.user_id = old.id)
          or (is_turned_off and (new.disabled_at is null or new.disabled_by_scim))
          or (new.subject <> old.subject and (is_turned_off or old.last_signed_in_at is not null))) then
    raise insufficient_privilege using message = 'permission denied: the access of ' || old.id || ' is not from SCIM';
  end if;
  return new;
end $$;

-- The same limits as in 0098, as one lookup for each row: a join with thousands of rows must not depend on statistics.
drop policy grant_by_scim on staff_grant;
drop policy revoke_by_scim on staff_grant;
create policy grant_by_scim on staff_grant for insert
  with check (kind <> 'audit'
          and coalesce((select true from scim_person p where p.user_id = staff_grant.user_id limit 1), false));
create policy revoke_by_scim on staff_grant for delete
  using (coalesce((select true from scim_person p where p.user_id = staff_grant.user_id limit 1), false));

-- Between two tokens, a command could enable people whom the provider had deactivated.
with closed as (
  update staff_user u set disabled_at = now(), disabled_by_scim = true
    from scim_person p
   where p.user_id = u.id and not p.active and u.disabled_at is null
  returning u.id)
update staff_session s set ended_at = now(), id_token = ''
  from closed
 where s.user_id = closed.id and s.ended_at is null;

select bar_names(id) from staff_user where disabled_at is not null and not disabled_by_scim;
