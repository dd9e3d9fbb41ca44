-- When and by whom a right was given, for "staff list"; the name is the actor of the audit trail. The former version
-- writes neither for groups and no name for grants: the name is null then, as it is if the trail no longer has the entry.

-- Reading the trail can take minutes. It comes before the tables are locked, because every request of staff reads them.
-- The last entry with which a person joined a group:
create temporary table joined_group on commit drop as
select distinct on (e.subject, joined.id) e.subject as user_id, joined.id as group_id, e.at, e.actor
  from audit_event e
 cross join unnest(string_to_array(e.detail ->> 'after', ' ')) as joined (id)
 where e.action = 'rights changed by SCIM'
   and joined.id <> all (string_to_array(e.detail ->> 'before', ' '))
 order by e.subject, joined.id, e.at desc, e.id desc;
create temporary table granted_right on commit drop as
select subject as user_id, at, id, actor from audit_event where action = 'right granted';

alter table scim_right add column granted_at timestamptz, add column granted_by text;
comment on column scim_right.granted_by is 'the actor in the audit trail; null if only the trail or its archive has it';
alter table staff_grant add column granted_by text;
comment on column staff_grant.granted_by is 'the actor in the audit trail; null if only the trail or its archive has it';

update scim_right r
   set granted_at = j.at, granted_by = j.actor
  from joined_group j
 where j.user_id = r.user_id::text
   and j.group_id = case r.kind when 'code' then 'code.' || r.client_code else r.kind || '.' || r.client_id end;

-- A grant of a person from SCIM follows from the group, and any other has the first entry since its time.
update staff_grant g
   set granted_at = r.granted_at, granted_by = r.granted_by
  from scim_right r
 where r.user_id = g.user_id and r.client_code = g.client_code and r.granted_at is not null
   and r.kind = case g.kind when 'client code' then 'code' else g.kind end;
update staff_grant g
   set granted_by = (select e.actor from granted_right e
                      where e.user_id = g.user_id::text
                        and e.at between g.granted_at and g.granted_at + interval '1 minute'
                      order by e.at, e.id limit 1)
 where not exists (select from scim_person p where p.user_id = g.user_id);
