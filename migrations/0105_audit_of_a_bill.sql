-- The audit trail can also be filtered by a bill: what was done to its ITN, and which lists showed it.
do $do$
begin
  execute format($create$
    create or replace function resolve_audit_filter(filter jsonb) returns jsonb
      language plpgsql set search_path = %I, pg_temp
    as $body$
    declare
      named_person text := filter->>'person';
      named_patient text := regexp_replace(trim(filter->>'patient'), '\s+', ' ', 'g');
      of_client text := split_part(named_patient, ' ', 1);
      of_patient text := substr(named_patient, length(of_client) + 2);
      of_case text := filter->>'case';
      of_bill text := filter->>'itn';
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
      if named_patient ~ '^ERASED-[0-9A-F]{8}$' then
        keys := (select array[number] from erasure where number = named_patient);
      elsif named_patient is not null then
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
      end if;
      if named_patient is not null then
        if keys is null then resolved := '{"unknown": "patient"}'; end if;
        resolved := resolved || jsonb_build_object('patientKeys', keys);
      end if;

      if of_case is not null then
        keys := (
          with authorizations as (
            select itn, incident_number from authorization_request
             union all select itn, incident_number from authorization_decision
             union all select itn, incident_number from undone_decision
             union all select itn, incident_number from bill
          )
          select array(select of_case union select '*' || client_code
                        union select itn from authorizations where incident_number = of_case)
            from incident
           where incident_number = of_case);
        if keys is null then resolved := '{"unknown": "case"}'; end if;
        resolved := resolved || jsonb_build_object('caseKeys', keys);
      end if;

      if of_bill is not null then
        keys := (
          with authorizations as (
            select itn, client_code from authorization_request
             union select itn, client_code from authorization_decision
             union select itn, client_code from undone_decision
             union select b.itn, i.client_code from bill b join incident i using (incident_number)
          )
          select array_agg(distinct '*' || client_code) || of_bill
            from authorizations
           where itn = of_bill
          having count(*) > 0);
        if keys is null then resolved := '{"unknown": "itn"}'; end if;
        resolved := resolved || jsonb_build_object('itnKeys', keys);
      end if;

      if filter ? 'client' then
        keys := (select array_agg(code) from client_code where filter->>'client' in (code, client_id));
        if keys is null then resolved := '{"unknown": "client"}'; end if;
        resolved := resolved || jsonb_build_object('codes', keys);
      end if;
      perform set_config('portal.every_client', '', true);
      return resolved;
    end
    $body$
  $create$, current_schema());

  execute format($create$
    create or replace function list_audit_entries(resolved jsonb, newest_first boolean, after_id bigint, max_rows int)
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
           and ($10 is null or subject = any($10) or shown && $10)
           and ($8 is null or (at, id) %%1$s (select at, id from audit_event where id = $8))
         order by at %%2$s, id %%2$s
         limit $9
        $query$, case when newest_first then '<' else '>' end, case when newest_first then 'desc' else 'asc' end)
      using json_texts(resolved->'people'), json_texts(resolved->'patientKeys'), json_texts(resolved->'caseKeys'),
            json_texts(resolved->'codes'), resolved->>'action', (resolved->>'since')::timestamptz,
            (resolved->>'until')::timestamptz, after_id, max_rows, json_texts(resolved->'itnKeys');
    end $body$
  $create$, current_schema());
end $do$;
