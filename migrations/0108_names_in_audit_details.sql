-- The details of an audit entry name people, such as the assignee of a bill, in place of their IDs.
do $do$
begin
  execute format($create$
    create or replace function read_audit_trail(
      session_id uuid, read_at timestamptz, address text, reference text, filter jsonb, before_id bigint, max_rows int)
      returns jsonb
      language plpgsql security definer set search_path = %I, pg_temp
    as $body$
    declare
      reader text;
      resolved jsonb;
      entries jsonb;
    begin
      select u.id into reader
        from staff_session s
        join staff_user u on u.id = s.user_id and u.disabled_at is null
       where s.id = session_id and s.ended_at is null
         and s.renewed_at > read_at - interval '1 hour' and s.started_at > read_at - interval '12 hours'
         and exists (select from staff_grant g where g.user_id = u.id and g.kind = 'audit')
         and not exists (select from staff_grant g where g.user_id = u.id and g.kind = 'client code');
      if reader is null then return null; end if;

      resolved := resolve_audit_filter(filter);
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', e.id, 'at', to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
               'actor', e.actor, 'person', coalesce(u.name, u.email, u.subject, m.name),
               'action', e.action, 'subject', e.subject,
               'subjectName', coalesce(about.name, about.email, about.subject), 'address', e.address, 'reference', e.reference,
               'detail', details.named, 'shown', coalesce(e.shown[1:5], '{}'),
               'shownCount', coalesce(cardinality(e.shown), 0),
               'clients', array(
                 select distinct c.name
                   from client_code k join client c on c.id = k.client_id
                  where k.code = any(string_to_array(coalesce(e.client_code, e.detail->>'clients'), ','))
                  order by 1)) order by e.at desc, e.id desc), '[]')
        into entries
        from list_audit_entries(resolved, true, before_id, max_rows) e
        left join staff_user u on u.id::text = e.actor
        left join staff_user about on about.id::text = e.subject
        left join member_account m on m.id::text = e.actor
       cross join lateral (
         select coalesce(jsonb_object_agg(d.key, coalesce(to_jsonb(coalesce(p.name, p.email, p.subject)), d.value)), '{}') as named
           from jsonb_each(e.detail) d
           left join staff_user p on p.id = case when d.value::text ~ '^"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"$'
                                                 then (d.value #>> '{}')::uuid end) as details
       where not resolved ? 'unknown';

      insert into audit_event (at, actor, action, subject, address, reference, detail)
      values (read_at, reader, 'audit trail read', 'audit trail', address, reference,
              filter || jsonb_build_object('rows', jsonb_array_length(entries)));
      return jsonb_build_object('unknown', resolved->'unknown', 'entries', entries);
    end $body$
  $create$, current_schema());
end $do$;
