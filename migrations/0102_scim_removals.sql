-- Whether the provider removed the person. It counts until they come back or an operator releases them, and also if an
-- operator turned off their access before or after: no grant would mean every code once it is turned on.
alter table staff_user add column removed_by_scim boolean not null default false;

update staff_user set removed_by_scim = true
 where disabled_by_scim and not exists (select from scim_person p where p.user_id = staff_user.id);

-- Of people whom an operator turned off, the audit trail knows.
with latest as (
  select distinct on (subject) subject, action from audit_event
   where action in ('person added by SCIM', 'person removed by SCIM', 'person released from SCIM')
   order by subject, id desc)
update staff_user u set removed_by_scim = true
  from latest
 where latest.subject = u.id::text and latest.action = 'person removed by SCIM' and u.disabled_at is not null
   and not exists (select from scim_person p where p.user_id = u.id);

alter table staff_user add constraint removed_people_stay_out check (not removed_by_scim or disabled_at is not null);

-- The serving role changes it for people from SCIM only.
drop trigger staff_access_is_from_scim on staff_user;
create trigger staff_access_is_from_scim
  before update of subject, disabled_at, disabled_by_scim, removed_by_scim on staff_user
  for each row when ((old.subject, old.disabled_at, old.disabled_by_scim, old.removed_by_scim)
                     is distinct from (new.subject, new.disabled_at, new.disabled_by_scim, new.removed_by_scim))
  execute function refuse_access_change();

grant update (removed_by_scim) on staff_user to portal_app;
