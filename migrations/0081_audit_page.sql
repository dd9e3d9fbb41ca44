-- The right to read the audit trail.
alter table staff_grant
  drop constraint staff_grant_kind_check,
  add constraint staff_grant_kind_check check (kind in ('client code', 'decide', 'audit'));

-- The functions name their schema, because the serving role calls one of them and must not choose what they read.
do $do$
declare
  here name := current_schema();
begin
  -- The texts of a JSON array; null without one.
  execute format($create$
    create function json_texts(texts jsonb) returns text[]
      language sql immutable set search_path = %I, pg_temp
    as $body$
      select case when texts is not null then array(select jsonb_array_elements_text(texts)) end
    $body$
  $create$, here);

  -- Turns what a person types into the values that entries have: `people`, `codes` of a client, and the keys of a
  -- patient or a case. Returns {"unknown": "patient"} if there is no such patient; likewise for cases and clients.
  execute format($create$
    create function resolve_audit_filter(filter jsonb) returns jsonb
      language plpgsql set search_path = %I, pg_temp
    as $body$
    declare
      named_person text := filter->>'person';
      named_patient text := regexp_replace(trim(filter->>'patient'), '\s+', ' ', 'g');
      of_client text := split_part(named_patient, ' ', 1);
      of_patient text := substr(named_patient, length(of_client) + 2);
      of_case text := filter->>'case';
      resolved jsonb := jsonb_strip_nulls(jsonb_build_object(
        'action', filter->'action', 'since', filter->'since', 'until', filter->'until'));
      keys text[];
    begin
      perform set_config('portal.every_client', 'yes', true);
      if named_person is not null then
        keys := array(select id::text from staff_user
                        where named_person in (id::text, subject) or lower(named_person) in (lower(name), lower(email))
                        union select id::text from member_account where name = named_person);
        if keys = '{}' then
          keys := array(select id::text from staff_user
                          where position(lower(named_person) in lower(concat_ws(' ', name, email))) > 0);
        end if;
        resolved := resolved || jsonb_build_object('people', keys || named_person);
      end if;

      -- Relatives with the same policy share its letters.
      if named_patient is not null then
        keys := (
          with incidents as materialized (
            select incident_number from incident where client_code = of_client and patient_code = of_patient
          ), policies as materialized (
            select policy_number, number_key from policy where client_code = of_client and patient_code = of_patient
          ), authorizations as (
            select itn, client_code, incident_number, policy_number from authorization_request
             union all select itn, client_code, incident_number, policy_number from authorization_decision
             union all select itn, client_code, incident_number, policy_number from undone_decision
          )
          select array(select named_patient union select '*' || of_client
                        union select incident_number from incidents
                        union select policy_number from policies
                        union select itn from bill where incident_number in (select incident_number from incidents)
                        union select itn from authorization_request
                               where incident_number in (select incident_number from incidents)
                        union select itn from authorizations
                               where client_code = of_client
                                 and (incident_number in (select incident_number from incidents)
                                   or number_key(policy_number) in (select number_key from policies))
                        union select v.number from vob v join policies p on p.number_key = v.policy_key
                               where v.client_code = of_client)
            from patient
           where client_code = of_client and patient_code = of_patient);
        if keys is null then resolved := '{"unknown": "patient"}'; end if;
        resolved := resolved || jsonb_build_object('patientKeys', keys);
      end if;

      if of_case is not null then
        keys := (
          select array(select of_case union select '*' || client_code
                        union select itn from bill where incident_number = of_case
                        union select itn from authorization_request where incident_number = of_case)
            from incident
           where incident_number = of_case);
        if keys is null then resolved := '{"unknown": "case"}'; end if;
        resolved := resolved || jsonb_build_object('caseKeys', keys);
      end if;

      if filter ? 'client' then
        keys := (select array_agg(code) from client_code where filter->>'client' in (code, client_id));
        if keys is null then resolved := '{"unknown": "client"}'; end if;
        resolved := resolved || jsonb_build_object('codes', keys);
      end if;
      perform set_config('portal.every_client', '', true);
      return resolved;
    end $body$
  $create$, here);

  -- The entries of a resolved filter, in the order of time, from the one after an entry.
  execute format($create$
    create function list_audit_entries(resolved jsonb, newest_first boolean, after_id bigint, max_rows int)
      returns setof audit_event
      language plpgsql stable set search_path = %I, pg_temp
    as $body$
    begin
      -- Dynamic, so that the conditions that a filter does not have are gone before the query is planned.
      return query execute format($query$
        select *
          from audit_event
         where ($1 is null or actor = any($1))
           and ($2 is null or subject = any($2) or shown && $2)
           and ($3 is null or subject = any($3) or shown && $3)
           and ($4 is null or client_code = any($4)
                 or client_code is null and string_to_array(coalesce(detail->>'clients', subject), ',') && $4)
           and ($5 is null or lower(action) = lower($5))
           and ($6 is null or at >= $6)
           and ($7 is null or at < $7)
           and ($8 is null or (at, id) %%1$s (select at, id from audit_event where id = $8))
         order by at %%2$s, id %%2$s
         limit $9
        $query$, case when newest_first then '<' else '>' end, case when newest_first then 'desc' else 'asc' end)
      using json_texts(resolved->'people'), json_texts(resolved->'patientKeys'), json_texts(resolved->'caseKeys'),
            json_texts(resolved->'codes'), resolved->>'action', (resolved->>'since')::timestamptz,
            (resolved->>'until')::timestamptz, after_id, max_rows;
    end $body$
  $create$, here);

  -- What the audit page shows: the only way in which the serving role can read the trail. It works for a person with
  -- an active session and the right, who is not restricted to client codes, and records that they read. Returns null
  -- for everybody else.
  execute format($create$
    create function read_audit_trail(
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
               'detail', e.detail, 'shown', coalesce(e.shown[1:5], '{}'),
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
       where not resolved ? 'unknown';

      insert into audit_event (at, actor, action, subject, address, reference, detail)
      values (read_at, reader, 'audit trail read', 'audit trail', address, reference,
              filter || jsonb_build_object('rows', jsonb_array_length(entries)));
      return jsonb_build_object('unknown', resolved->'unknown', 'entries', entries);
    end $body$
  $create$, here);
end $do$;

revoke execute on function json_texts(jsonb) from public;
revoke execute on function resolve_audit_filter(jsonb) from public;
revoke execute on function list_audit_entries(jsonb, boolean, bigint, int) from public;
revoke execute on function read_audit_trail(uuid, timestamptz, text, text, jsonb, bigint, int) from public;
grant execute on function read_audit_trail(uuid, timestamptz, text, text, jsonb, bigint, int) to portal_app;
