-- The schema of the database, generated from the migrations by `npm run generate`. Do not edit.

CREATE OR REPLACE FUNCTION public.accented_key(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    begin
      return lower(public.unaccent('public.unaccent'::regdictionary, $1) collate pg_c_utf8);
    end $function$;

CREATE OR REPLACE FUNCTION public.add_patient_names()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into patient_name (client_code, is_last, word, name)
  select distinct client_code, is_last, left(word, 100), name
    from new_patient
   cross join lateral (values (true, last_name_key), (false, search_key(first_name))) as given (is_last, name)
   cross join lateral unnest(name_words(name)) as word
   order by 1, 2, 3, 4
      on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.audit_stream_backlog()
 RETURNS TABLE(since timestamp with time zone, failed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      select s.sealed_at, false from audit_seal s where s.position > (select a.position from audit_stream a)
    $function$;

CREATE OR REPLACE FUNCTION public.bar_names(barred uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
AS $function$
  insert into scim_bar (user_id, kind, value, issuer)
  select u.id, name.kind, name.value, u.issuer
    from staff_user u
    left join scim_person p on p.user_id = u.id
   cross join lateral (values ('userName', p.user_name_key), ('externalId', p.external_id),
                              ('userName', lower(normalize(u.email, nfkc))), ('externalId', u.subject))
              as name (kind, value)
   where u.id = barred and u.disabled_at is not null and not u.disabled_by_scim and name.value is not null
      on conflict do nothing;
$function$;

CREATE OR REPLACE FUNCTION public.bill_fields(itn text, round integer, client_code text, hmo text, policy_number text, incident_number text, comments integer, patient_name text, provider_name text, service_from date, service_to date, total_charge numeric, currency text, received_at timestamp with time zone, due_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return (
    select row_to_json(fields)::text
      from (select itn              as "itnNumber",
                   round,
                   client_code      as client,
                   hmo,
                   policy_number    as policy,
                   incident_number  as "incidentNumber",
                   comments,
                   patient_name     as "patientName",
                   provider_name    as "providerName",
                   to_char(service_from::timestamp, 'FMMM/FMDD/YYYY') || case when service_to <> service_from then
                     '-' || to_char(service_to::timestamp, 'FMMM/FMDD/YYYY') else '' end as "datesOfService",
                   service_from     as "serviceFrom",
                   service_to       as "serviceTo",
                   total_charge     as "totalCharge",
                   total_charge::text as "totalChargeAmount",
                   currency,
                   to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt",
                   to_char(due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt") as fields);
end $function$;

CREATE OR REPLACE FUNCTION public.case_row_key(client_code text, patient_code text, incident_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "left"(encode(sha256(convert_to(concat_ws(chr(10), client_code, patient_code, incident_number), 'UTF8'::name)), 'hex'::text), 22);

CREATE OR REPLACE FUNCTION public.common_name_words(fewest integer)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO '$user', 'public'
RETURN ARRAY(SELECT each.word FROM ((((pg_inherits JOIN pg_class ON ((pg_class.oid = pg_inherits.inhrelid))) JOIN pg_namespace ON ((pg_namespace.oid = pg_class.relnamespace))) JOIN pg_stats ON (((pg_stats.schemaname = pg_namespace.nspname) AND (pg_stats.tablename = pg_class.relname) AND (pg_stats.attname = 'name_words'::name)))) CROSS JOIN LATERAL UNNEST(((pg_stats.most_common_elems)::text)::text[], pg_stats.most_common_elem_freqs) each(word, share)) WHERE ((pg_inherits.inhparent = ('provider'::regclass)::oid) AND (each.word IS NOT NULL) AND ((each.share * pg_class.reltuples) >= (common_name_words.fewest)::double precision)));

CREATE OR REPLACE FUNCTION public.count_comment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.authorization_request set comments = comments + 1 where itn = new.itn;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_directory_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update directory_version set version = version + 1;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_name_word_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE' then
    update name_word_version set version = version + 1;
  elsif exists (select from changed) then
    update name_word_version set version = version + 1;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_name_words(words tsvector)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN length(ts_delete(words, ARRAY['dr'::text, 'doctor'::text, 'prof'::text, 'mr'::text, 'mrs'::text, 'ms'::text, 'and'::text, 'the'::text, 'of'::text, 'inc'::text, 'llc'::text, 'llp'::text, 'lp'::text, 'pllc'::text, 'pc'::text, 'pa'::text, 'ltd'::text, 'co'::text, 'corp'::text, 'gmbh'::text, 'ag'::text, 'kg'::text, 'sa'::text, 'sas'::text, 'srl'::text, 'spa'::text, 'bv'::text, 'nv'::text, 'plc'::text]));

CREATE OR REPLACE FUNCTION public.end_emergency_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      before text := coalesce(current_setting('portal.every_client', true), '');
      over_at timestamptz := least(old.renewed_at + interval '1 hour', old.started_at + interval '12 hours');
    begin
      if tg_op = 'UPDATE' then over_at := least(over_at, new.ended_at); end if;
      perform set_config('portal.every_client', 'yes', true);
      update emergency_access set ended_at = greatest(over_at, opened_at)
       where session_id = old.id and ended_at is null and expires_at > over_at;
      perform set_config('portal.every_client', before, true);
      return null;
    end $function$;

CREATE OR REPLACE FUNCTION public.end_initial_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.initial_hash := null;
  new.initial_until := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.find_other_client(of_itn text, of_incident text, of_client text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    declare
      fault text;
    begin
      perform set_config('portal.every_client', 'yes', true);
      fault := case
        when exists (select from authorization_request where itn = of_itn and client_code <> of_client)
          or exists (select from bill where itn = of_itn and client_code <> of_client)
          then 'of another client'
        when exists (select from incident where incident_number = of_incident and client_code <> of_client)
          then 'incident of another client'
      end;
      perform set_config('portal.every_client', '', true);
      return fault;
    end $function$;

CREATE OR REPLACE FUNCTION public.great_circle_km(latitude_a double precision, longitude_a double precision, latitude_b double precision, longitude_b double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((((2)::numeric * 6371.0088))::double precision * asin(LEAST((1)::double precision, sqrt(((sin((radians((latitude_b - latitude_a)) / (2)::double precision)) ^ (2)::double precision) + ((cos(radians(latitude_a)) * cos(radians(latitude_b))) * (sin((radians((longitude_b - longitude_a)) / (2)::double precision)) ^ (2)::double precision)))))));

CREATE OR REPLACE FUNCTION public.json_texts(texts jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
      select case when texts is not null then array(select jsonb_array_elements_text(texts)) end
    $function$;

CREATE OR REPLACE FUNCTION public.keep_bar_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if exists (select from staff_user u
              where u.id = new.user_id and u.disabled_at is not null and not u.disabled_by_scim) then
    perform bar_names(new.user_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_bar_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public'
 SET enable_seqscan TO 'off'
AS $function$
begin
  if new.disabled_at is not null and not new.disabled_by_scim then
    perform bar_names(new.id);
  else
    delete from scim_bar where user_id = new.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_clear_secret()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.secret_text := coalesce(new.secret_text, encode(new.secret, 'base64'));
  new.secret := case when not starts_with(new.secret_text, E'\x01') then decode(new.secret_text, 'base64') end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.list_audit_entries(resolved jsonb, newest_first boolean, after_id bigint, max_rows integer)
 RETURNS SETOF audit_event
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
           and ($8 is null or (at, id) %1$s (select at, id from audit_event where id = $8))
         order by at %2$s, id %2$s
         limit $9
        $query$, case when newest_first then '<' else '>' end, case when newest_first then 'desc' else 'asc' end)
      using json_texts(resolved->'people'), json_texts(resolved->'patientKeys'), json_texts(resolved->'caseKeys'),
            json_texts(resolved->'codes'), resolved->>'action', (resolved->>'since')::timestamptz,
            (resolved->>'until')::timestamptz, after_id, max_rows, json_texts(resolved->'itnKeys');
    end $function$;

CREATE OR REPLACE FUNCTION public.list_import_states()
 RETURNS TABLE(kind text, source text, network text, succeeded_at timestamp with time zone, failures integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
      with run as (
        select r.id, r.kind, coalesce(r.source_name, '') as source, coalesce(r.requested_network, '') as network, r.finished_at,
               r.outcome in ('done', 'nothing to do') and not (r.rows_rejected > 0 and r.rows_rejected >= r.rows_read)
                 as has_succeeded
          from import_run r
         where r.undone_at is null
           -- Only a provider that was removed by hand changes something without reading a row.
           and (r.outcome is distinct from 'done' or r.rows_read > 0)
           and not (r.finished_at is null and exists (
                 select from pg_catalog.pg_locks l
                  where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
                    and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = current_database())
                    and l.classid::bigint = hashtext('import run')::bigint & 4294967295
                    and l.objid::bigint = r.id))
      ), latest as (
        -- A refused roster of the previous version names no network: the next success of its source ends it.
        select run.*, greatest(
                 max(run.id) filter (where has_succeeded) over (partition by run.kind, run.source, run.network),
                 case when run.network = ''
                      then max(run.id) filter (where has_succeeded) over (partition by run.kind, run.source) end
               ) as success
          from run
      )
      select latest.kind, latest.source, latest.network, max(finished_at) filter (where has_succeeded),
             (count(*) filter (where has_succeeded is not true and id > coalesce(success, 0)))::int
        from latest
       group by latest.kind, latest.source, latest.network
    $function$;

CREATE OR REPLACE FUNCTION public.name_words(key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN array_remove(regexp_split_to_array((translate(key, '''’ʼ`'::text, ''::text) COLLATE pg_c_utf8), '[^[:alnum:]]+'::text), ''::text);

CREATE OR REPLACE FUNCTION public.note_changed_bill()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.note_key_in_use()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO '$user', 'public'
AS $function$
begin
  update column_key set retired_at = null where id = new.id and retired_at is not null;
  if exists (select from column_key where id = new.id) then return null; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.number_alone(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN "right"(regexp_replace($1, '[^0-9]'::text, ''::text, 'g'::text), 10);

CREATE OR REPLACE FUNCTION public.number_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN upper(regexp_replace($1, '[[:space:][:punct:]\u00a0\u2010-\u2015\u2212\u200b\ufeff]+'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.phone_key(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ltrim(translate(phone, ' ()-./+ ‐‑–'::text, ''::text), '01'::text);

CREATE OR REPLACE FUNCTION public.place_key(text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    begin
      return translate(
        replace(replace(replace(replace(
        replace(replace(replace(replace(
        replace(replace(replace(replace(
        replace(
          ' ' || translate(lower(public.unaccent('public.unaccent'::regdictionary, $1)), '.-/,', '    ') || ' ',
          ' st ', ' saint '), ' sankt ', ' saint '), ' sint ', ' saint '), ' ste ', ' sainte '),
          ' ft ', ' fort '), ' mt ', ' mount '), ' spgs ', ' springs '), ' hts ', ' heights '),
          ' bch ', ' beach '), ' n ', ' north '), ' s ', ' south '), ' e ', ' east '), ' w ', ' west '),
        ' ''`"&():;#*', '');
    end $function$;

CREATE OR REPLACE FUNCTION public.place_meanings(phrases text[], zips text[])
 RETURNS TABLE(kind text, phrase text, country_id text, state_id text, name text, population integer, latitude double precision, longitude double precision, label text)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  return query
    with given as materialized (
      select words, place_key(words) as key from unnest(phrases) as words
    )
    select 'country', words, country.id, null, country.name, 0, 0::float8, 0::float8, ''
      from given join country_name using (key) join country on country.id = country_id
     union all
    select 'state', words, country_id, state.id, state.name, 0, 0, 0, ''
      from given join state_name using (key) join state on state.id = state_id
     union all
    select 'city', words, c.country_id, c.state_id, c.name, c.population, c.latitude, c.longitude,
           c.name || ', ' || case when c.country_id = 'US' then c.state_id else country.name end
      from given
     cross join lateral (select distinct on (country_id, state_id) *
                           from city_by_key
                          where key = given.key
                          order by country_id, state_id, population desc, city_id) c
      join country on country.id = c.country_id
     union all
    select 'zip', p.id, p.country_id, p.state_id, p.city, 0, p.latitude, p.longitude,
           p.city || ', ' || coalesce(p.state_id, p.country_id) || ' ' || p.id
      from postal_code p
     where p.id = any(zips);
end $function$;

CREATE OR REPLACE FUNCTION public.place_point(zip text, city text, state_id text, country_id text)
 RETURNS TABLE(latitude double precision, longitude double precision, "precision" text)
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT found.latitude,
     found.longitude,
     found."precision"
    FROM ( SELECT 1 AS "?column?",
             p.latitude,
             p.longitude,
             'zip'::text AS "?column?"
            FROM postal_code p
           WHERE ((p.id = "left"(place_point.zip, 5)) AND ((COALESCE(place_point.country_id, 'US'::text) = 'US'::text) OR (COALESCE(place_point.country_id, 'US'::text) = p.country_id)))
         UNION ALL
         ( SELECT 2,
             c.latitude,
             c.longitude,
             'city'::text
            FROM city_by_key c
           WHERE ((c.key = place_key(place_point.city)) AND (c.state_id = place_point.state_id))
           ORDER BY c.population DESC, c.city_id
          LIMIT 1)
         UNION ALL
         ( SELECT 3,
             c.latitude,
             c.longitude,
             'city'::text
            FROM city_by_key c
           WHERE ((c.key = place_key(place_point.city)) AND (c.country_id = place_point.country_id) AND ((place_point.state_id IS NULL) OR (place_point.country_id <> 'US'::text)))
           ORDER BY c.population DESC, c.city_id
          LIMIT 1)) found(preference, latitude, longitude, "precision")
   ORDER BY found.preference
  LIMIT 1;
END;

CREATE OR REPLACE FUNCTION public.provider_name_words(name text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((name !~ '[^A-Za-z0-9 ,]'::text) AND (length(name) <= 500)) THEN (replace(lower((name COLLATE "C")), ','::text, ' '::text))::tsvector ELSE punctuated_name_words(name) END;

CREATE OR REPLACE FUNCTION public.punctuated_name_words(name text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
    declare
      key text := translate(public.accented_key(left(name, 500)), '''’ʼ`', '');
    begin
      if strpos(key, '.') > 0 then
        key := regexp_replace(key, '\m([[:alpha:]])\.(?=[[:alpha:]]\M)', '\1', 'g');
      end if;
      return array_to_tsvector(array_remove(
        string_to_array(regexp_replace(key, '[^[:alnum:]]+', ' ', 'g'), ' '), ''));
    end $function$;

CREATE OR REPLACE FUNCTION public.read_audit_trail(session_id uuid, read_at timestamp with time zone, address text, reference text, filter jsonb, before_id bigint, max_rows integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    end $function$;

CREATE OR REPLACE FUNCTION public.refuse_access_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'TRUNCATE'
     or coalesce(pg_catalog.current_setting('portal.erasing', true), '') <> 'yes'
     or current_user <> (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    raise exception '% is append-only', tg_table_name;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_scim_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.require_undone_decision()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(pg_catalog.current_setting('portal.erasing', true), '') = 'yes'
     and current_user = (select pg_catalog.pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid) then
    return null;
  end if;
  if not exists (select from undone_decision as undone
                  where undone.itn = old.itn and undone.round = old.round
                    and to_jsonb(undone) @> to_jsonb(old)) then
    raise exception '% is append-only', tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.resolve_audit_filter(filter jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    $function$;

CREATE OR REPLACE FUNCTION public.search_key(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length($1) = length($1)) THEN lower(($1 COLLATE "C")) ELSE accented_key($1) END;

CREATE OR REPLACE FUNCTION public.words_alone(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((' '::text || regexp_replace((search_key($1) COLLATE pg_c_utf8), '[^[:alnum:]]+'::text, ' '::text, 'g'::text)) || ' '::text);

create table account_manager (
  id uuid not null default gen_random_uuid(),
  client_id text not null,
  name text not null,
  title text not null,
  email text not null,
  phone text not null,
  picture bytea,
  picture_type text,
  "position" integer not null,
  constraint account_manager_check CHECK (((picture IS NULL) = (picture_type IS NULL))),
  constraint account_manager_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint account_manager_picture_type_check CHECK ((picture_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text]))),
  constraint account_manager_pkey PRIMARY KEY (id)
);
CREATE INDEX account_manager_of_client ON public.account_manager USING btree (client_id);

create table analytics_count (
  hour timestamp with time zone not null,
  event text not null,
  definition_key text not null default ''::text,
  client text not null,
  count bigint not null,
  constraint analytics_count_count_check CHECK ((count > 0)),
  constraint analytics_count_event_check CHECK ((event = ANY (ARRAY['cc_provider_search'::text, 'cc_vob_self_issue'::text]))),
  constraint analytics_count_pkey PRIMARY KEY (hour, event, definition_key, client)
);

create table approval_proposal (
  id bigint not null generated always as identity,
  itn text not null,
  round integer not null,
  client_code text not null,
  currency text not null,
  patient_responsibility numeric not null,
  maximum_covered numeric not null,
  proposed_by uuid not null,
  proposed_by_name text not null,
  proposed_at timestamp with time zone not null,
  withdrawn_by uuid,
  withdrawn_by_name text,
  withdrawn_at timestamp with time zone,
  constraint approval_proposal_check CHECK ((num_nulls(withdrawn_by, withdrawn_by_name, withdrawn_at) = ANY (ARRAY[0, 3]))),
  constraint approval_proposal_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint approval_proposal_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn),
  constraint approval_proposal_pkey PRIMARY KEY (id),
  constraint approval_proposal_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES staff_user(id),
  constraint approval_proposal_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES staff_user(id)
);
CREATE INDEX approval_proposal_by_itn ON public.approval_proposal USING btree (itn);
create policy of_clients on approval_proposal for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on approval_proposal for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER approval_proposal_is_append_only BEFORE DELETE OR TRUNCATE ON public.approval_proposal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER approval_proposal_is_withdrawn_once BEFORE UPDATE ON public.approval_proposal FOR EACH ROW WHEN ((old.withdrawn_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();

create table audit_archive (
  last_position bigint not null,
  last_hash bytea not null,
  entries bigint not null,
  sha256 text not null,
  archived_at timestamp with time zone not null,
  archived_by text not null,
  constraint audit_archive_entries_check CHECK ((entries > 0)),
  constraint audit_archive_last_hash_check CHECK ((octet_length(last_hash) = 32)),
  constraint audit_archive_last_position_check CHECK ((last_position > 0)),
  constraint audit_archive_pkey PRIMARY KEY (last_position),
  constraint audit_archive_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
CREATE TRIGGER audit_archive_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_archive FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_event (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor text not null,
  action text not null,
  subject text not null,
  client_code text,
  address text,
  reference text,
  detail jsonb not null default '{}'::jsonb,
  shown text[],
  constraint audit_event_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_event_by_actor ON public.audit_event USING btree (actor, at, id);
CREATE INDEX audit_event_by_subject ON public.audit_event USING btree (subject, at, id);
CREATE INDEX audit_event_by_time ON public.audit_event USING btree (at, id);
CREATE INDEX audit_event_shown ON public.audit_event USING gin (shown);
CREATE TRIGGER audit_event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_redaction (
  id bigint not null generated always as identity,
  event_id bigint not null,
  batch text not null,
  content_hash bytea not null,
  constraint audit_redaction_content_hash_check CHECK ((octet_length(content_hash) = 32)),
  constraint audit_redaction_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_redaction_of_batch ON public.audit_redaction USING btree (batch, id);
CREATE INDEX audit_redaction_of_event ON public.audit_redaction USING btree (event_id, id);
CREATE TRIGGER audit_redaction_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_redaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_seal (
  "position" bigint not null,
  event_id bigint not null,
  sealed_at timestamp with time zone not null,
  hash bytea not null,
  salt bytea,
  constraint audit_seal_event_id_key UNIQUE (event_id),
  constraint audit_seal_hash_check CHECK ((octet_length(hash) = 32)),
  constraint audit_seal_pkey PRIMARY KEY ("position"),
  constraint audit_seal_position_check CHECK (("position" > 0)),
  constraint audit_seal_salt_check CHECK ((octet_length(salt) = 16))
);
CREATE TRIGGER audit_seal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_stream (
  id boolean not null default true,
  "position" bigint not null,
  attempts integer not null default 0,
  batch_size integer not null default 100,
  due_at timestamp with time zone not null,
  error text,
  sent_at timestamp with time zone,
  constraint audit_stream_attempts_check CHECK ((attempts >= 0)),
  constraint audit_stream_batch_size_check CHECK ((batch_size > 0)),
  constraint audit_stream_id_check CHECK (id),
  constraint audit_stream_pkey PRIMARY KEY (id),
  constraint audit_stream_position_check CHECK (("position" >= 0))
);

create table authorization_comment (
  itn text not null,
  id uuid not null,
  client_code text not null,
  written_at timestamp with time zone not null,
  author text not null,
  written_by uuid not null,
  comment_text text not null,
  constraint authorization_comment_comment_text_check CHECK ((((char_length(comment_text) >= 1) AND (char_length(comment_text) <= 4000)) OR starts_with(comment_text, ''::text))),
  constraint authorization_comment_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn),
  constraint authorization_comment_pkey PRIMARY KEY (itn, id),
  constraint authorization_comment_written_by_fkey FOREIGN KEY (written_by) REFERENCES staff_user(id)
);
CREATE INDEX authorization_comment_by_time ON public.authorization_comment USING btree (client_code, written_at);
create policy of_clients on authorization_comment for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on authorization_comment for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER authorization_comment_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.authorization_comment FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER authorization_comment_is_counted AFTER INSERT ON public.authorization_comment FOR EACH ROW EXECUTE FUNCTION count_comment();

create table authorization_decision (
  itn text not null,
  round integer not null,
  client_code text not null,
  action text not null,
  currency text not null,
  total_charge numeric not null,
  patient_responsibility numeric,
  maximum_covered numeric,
  reason_code text,
  reason text,
  comment text,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamp with time zone not null,
  received_at timestamp with time zone,
  due_at timestamp with time zone,
  patient_name text,
  provider_name text,
  policy_number text,
  incident_number text,
  service_from date,
  service_to date,
  search_text text generated always as (
CASE
    WHEN (patient_name IS NOT NULL) THEN search_key(((((((((((itn || ' '::text) || COALESCE(incident_number, ''::text)) || ' '::text) || COALESCE(policy_number, ''::text)) || ' '::text) || patient_name) || ' '::text) || COALESCE(provider_name, ''::text)) || ' '::text) || decided_by_name))
    ELSE NULL::text
END) stored,
  first_approved_by uuid,
  first_approved_by_name text,
  first_approved_at timestamp with time zone,
  constraint authorization_decision_action_check CHECK ((action = ANY (ARRAY['A'::text, 'D'::text, 'I'::text, 'O'::text]))),
  constraint authorization_decision_check CHECK (((patient_responsibility >= (0)::numeric) AND (patient_responsibility <= total_charge))),
  constraint authorization_decision_check1 CHECK (((maximum_covered >= (0)::numeric) AND (maximum_covered <= total_charge))),
  constraint authorization_decision_check2 CHECK (((action = 'A'::text) = ((patient_responsibility IS NOT NULL) AND (maximum_covered IS NOT NULL)))),
  constraint authorization_decision_check3 CHECK (((action = ANY (ARRAY['D'::text, 'I'::text])) = ((reason_code IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint authorization_decision_check4 CHECK (((action = 'O'::text) = (comment IS NOT NULL))),
  constraint authorization_decision_comment_check CHECK (((char_length(comment) >= 5) AND (char_length(comment) <= 500))),
  constraint authorization_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff_user(id),
  constraint authorization_decision_first_approved_by_fkey FOREIGN KEY (first_approved_by) REFERENCES staff_user(id),
  constraint authorization_decision_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn),
  constraint authorization_decision_pkey PRIMARY KEY (itn, round),
  constraint authorization_decision_second_person_check CHECK ((first_approved_by <> decided_by))
);
CREATE INDEX authorization_decision_by_incident ON public.authorization_decision USING btree (incident_number) WHERE (incident_number IS NOT NULL);
CREATE INDEX authorization_decision_by_time ON public.authorization_decision USING btree (client_code, decided_at) INCLUDE (itn, round);
create policy of_clients on authorization_decision for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on authorization_decision for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER authorization_decision_is_append_only BEFORE UPDATE OR TRUNCATE ON public.authorization_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER authorization_decision_moves_to_history AFTER DELETE ON public.authorization_decision FOR EACH ROW EXECUTE FUNCTION require_undone_decision();

create table authorization_intake (
  itn text not null,
  content_hash bytea not null,
  client_code text not null,
  round integer not null,
  outcome text not null,
  sha256 text not null,
  pages integer not null,
  service text not null,
  created_at timestamp with time zone not null,
  constraint authorization_intake_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn),
  constraint authorization_intake_itn_round_key UNIQUE (itn, round),
  constraint authorization_intake_outcome_check CHECK ((outcome = ANY (ARRAY['added'::text, 'resubmitted'::text, 'known'::text]))),
  constraint authorization_intake_pages_check CHECK ((pages > 0)),
  constraint authorization_intake_pkey PRIMARY KEY (itn, content_hash),
  constraint authorization_intake_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
create policy of_clients on authorization_intake for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on authorization_intake for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table authorization_lease (
  itn text not null,
  user_id uuid not null,
  client_code text not null,
  expires_at timestamp with time zone not null,
  constraint authorization_lease_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn) ON DELETE CASCADE,
  constraint authorization_lease_pkey PRIMARY KEY (itn, user_id),
  constraint authorization_lease_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX authorization_lease_by_time ON public.authorization_lease USING btree (client_code, expires_at);
create policy authorization_lease_of_clients on authorization_lease for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy erase_every_client on authorization_lease for delete using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
create policy read_every_client on authorization_lease for select using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table authorization_reason (
  list text not null,
  code text not null,
  description text not null,
  constraint authorization_reason_code_check CHECK (((code ~ '^[A-Za-z0-9]{1,20}$'::text) AND (code <> '0'::text))),
  constraint authorization_reason_list_check CHECK ((list = ANY (ARRAY['deny'::text, 'info'::text]))),
  constraint authorization_reason_pkey PRIMARY KEY (list, code)
);

create table authorization_request (
  itn text not null,
  client_code text not null,
  hmo text,
  policy_number text,
  incident_number text,
  patient_name text not null,
  provider_name text not null,
  service_from date not null,
  service_to date not null,
  currency text not null,
  total_charge numeric not null,
  received_at timestamp with time zone not null,
  round integer not null default 1,
  is_pending boolean not null default true,
  changed_at timestamp with time zone,
  itn_key text not null generated always as (number_key(itn)) stored,
  patient_name_key text not null generated always as (search_key(patient_name)) stored,
  due_at timestamp with time zone,
  assignee_id uuid,
  changed_in xid8 not null default pg_current_xact_id(),
  comments integer not null default 0,
  proposed_round integer,
  proposed_by uuid,
  proposed_by_name text,
  proposed_at timestamp with time zone,
  proposed_patient_responsibility numeric,
  proposed_maximum_covered numeric,
  pending_fields text generated always as (
CASE
    WHEN is_pending THEN bill_fields(itn, round, client_code, hmo, policy_number, incident_number, comments, patient_name, provider_name, service_from, service_to, total_charge, currency, received_at, due_at)
    ELSE NULL::text
END) stored,
  constraint authorization_request_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES staff_user(id),
  constraint authorization_request_check CHECK ((service_to >= service_from)),
  constraint authorization_request_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint authorization_request_comments_check CHECK ((comments >= 0)),
  constraint authorization_request_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint authorization_request_incident_number_check CHECK ((length(incident_number) = 11)),
  constraint authorization_request_itn_check CHECK ((itn ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$'::text)),
  constraint authorization_request_pkey PRIMARY KEY (itn),
  constraint authorization_request_proposal_check CHECK ((num_nulls(proposed_round, proposed_by, proposed_by_name, proposed_at, proposed_patient_responsibility, proposed_maximum_covered) = ANY (ARRAY[0, 6]))),
  constraint authorization_request_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES staff_user(id),
  constraint authorization_request_round_check CHECK ((round > 0)),
  constraint authorization_request_total_charge_check CHECK ((total_charge >= (0)::numeric))
);
CREATE INDEX authorization_request_by_age ON public.authorization_request USING btree (client_code, received_at, itn) WHERE is_pending;
CREATE INDEX authorization_request_by_change ON public.authorization_request USING btree (client_code, changed_in);
CREATE INDEX authorization_request_by_itn ON public.authorization_request USING btree (client_code, itn_key) INCLUDE (incident_number);
CREATE INDEX authorization_request_by_patient ON public.authorization_request USING btree (client_code, patient_name_key);
CREATE INDEX authorization_request_of_incident ON public.authorization_request USING btree (incident_number) INCLUDE (client_code);
CREATE INDEX pending_request_by_itn ON public.authorization_request USING btree (client_code, itn_key) WHERE is_pending;
CREATE INDEX pending_request_by_patient ON public.authorization_request USING btree (client_code, patient_name_key) WHERE is_pending;
create policy of_clients on authorization_request for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on authorization_request for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER authorization_request_notes_change BEFORE UPDATE ON public.authorization_request FOR EACH ROW EXECUTE FUNCTION note_changed_bill();
comment on column authorization_request.changed_at is 'when an import last changed the bill since received_at';
comment on column authorization_request.changed_in is 'the transaction that last wrote the bill; the trigger authorization_request_notes_change notes it';

create table authorization_view (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  client_id text not null,
  name text not null,
  filters jsonb not null,
  created_at timestamp with time zone not null,
  constraint authorization_view_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint authorization_view_filters_check CHECK ((jsonb_typeof(filters) = 'object'::text)),
  constraint authorization_view_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint authorization_view_pkey PRIMARY KEY (id),
  constraint authorization_view_user_id_client_id_name_key UNIQUE (user_id, client_id, name),
  constraint authorization_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);

create table bill (
  itn text not null,
  client_code text not null,
  incident_number text not null,
  provider_name text not null,
  service_from date not null,
  service_to date not null,
  currency text not null,
  total_charges numeric not null,
  repriced_amount numeric,
  processed_on date,
  payment_status text not null,
  image_page_start integer,
  image_page_end integer,
  itn_key text not null generated always as (number_key(itn)) stored,
  received_on date,
  network text,
  provider_type text,
  provider_place text,
  member_group text,
  constraint bill_check CHECK ((service_to >= service_from)),
  constraint bill_check1 CHECK ((image_page_end >= image_page_start)),
  constraint bill_check2 CHECK (((image_page_start IS NULL) = (image_page_end IS NULL))),
  constraint bill_check3 CHECK ((received_on <= processed_on)),
  constraint bill_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number),
  constraint bill_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint bill_image_page_start_check CHECK ((image_page_start > 0)),
  constraint bill_pkey PRIMARY KEY (itn),
  constraint bill_repriced_amount_check CHECK ((repriced_amount >= (0)::numeric)),
  constraint bill_total_charges_check CHECK ((total_charges >= (0)::numeric))
);
CREATE INDEX bill_by_day ON public.bill USING btree (client_code, processed_on) INCLUDE (incident_number, currency, total_charges, repriced_amount);
CREATE INDEX bill_by_itn ON public.bill USING btree (client_code, itn_key) INCLUDE (incident_number);
CREATE INDEX bill_of_incident ON public.bill USING btree (incident_number, service_from) INCLUDE (client_code);
create policy of_clients on bill for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on bill for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table captcha_key (
  is_only boolean not null default true,
  secret text not null,
  constraint captcha_key_is_only_check CHECK (is_only),
  constraint captcha_key_pkey PRIMARY KEY (is_only)
);

create table captcha_used (
  nonce text not null,
  expires_at timestamp with time zone not null,
  constraint captcha_used_pkey PRIMARY KEY (nonce)
);
CREATE INDEX captcha_used_expires_at ON public.captcha_used USING btree (expires_at);

create table case_document (
  incident_number text not null,
  id text not null,
  client_code text not null,
  date_added date not null,
  page_start integer not null,
  page_end integer not null,
  constraint case_document_check CHECK ((page_end >= page_start)),
  constraint case_document_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number),
  constraint case_document_page_start_check CHECK ((page_start > 0)),
  constraint case_document_pkey PRIMARY KEY (incident_number, id) INCLUDE (client_code)
);
CREATE INDEX case_document_by_day ON public.case_document USING btree (client_code, date_added) INCLUDE (incident_number);
create policy of_clients on case_document for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on case_document for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table city (
  id text not null,
  name text not null,
  key text not null generated always as (place_key(name)) stored,
  country_id text not null,
  state_id text,
  population integer not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint city_pkey PRIMARY KEY (id)
);
CREATE INDEX city_key ON public.city USING btree (key);

create view city_by_key as
 SELECT city.key,
    city.id AS city_id,
    city.name,
    city.country_id,
    city.state_id,
    city.population,
    city.latitude,
    city.longitude
   FROM city
UNION ALL
 SELECT city_name.key,
    city.id AS city_id,
    city.name,
    city.country_id,
    city.state_id,
    city.population,
    city.latitude,
    city.longitude
   FROM (city_name
     JOIN city ON ((city.id = city_name.city_id)));

create table city_name (
  city_id text not null,
  name text not null,
  key text not null generated always as (place_key(name)) stored
);
CREATE INDEX city_name_key ON public.city_name USING btree (key);

create table client (
  id text not null,
  name text not null,
  enabled boolean not null default true,
  current_activity boolean not null default false,
  patient_search boolean not null default false,
  client_auth boolean not null default false,
  case_summary boolean not null default false,
  authorizers text not null default 'granted'::text,
  banner text,
  video_url text,
  vob jsonb,
  member_area jsonb,
  changed_at timestamp with time zone not null,
  card_logo bytea,
  card_logo_type text,
  due_rule jsonb,
  undo_seconds integer not null default 30,
  decision_letter jsonb,
  paper text not null default 'letter'::text,
  base_currency text,
  retention jsonb,
  step_up_above jsonb,
  second_person_above jsonb,
  emergency_minutes integer,
  constraint client_authorizers_check CHECK ((authorizers = ANY (ARRAY['all'::text, 'granted'::text]))),
  constraint client_base_currency_check CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  constraint client_card_logo_type_check CHECK ((card_logo_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  constraint client_check CHECK (((card_logo IS NULL) = (card_logo_type IS NULL))),
  constraint client_decision_letter_check CHECK ((jsonb_typeof(decision_letter) = 'object'::text)),
  constraint client_due_rule_check CHECK ((jsonb_typeof(due_rule) = 'object'::text)),
  constraint client_emergency_minutes_check CHECK (((emergency_minutes >= 5) AND (emergency_minutes <= 240))),
  constraint client_id_check CHECK ((id ~ '^[A-Za-z0-9][A-Za-z0-9-]{0,63}$'::text)),
  constraint client_paper_check CHECK ((paper = ANY (ARRAY['letter'::text, 'a4'::text]))),
  constraint client_pkey PRIMARY KEY (id),
  constraint client_retention_check CHECK ((jsonb_typeof(retention) = 'object'::text)),
  constraint client_undo_seconds_check CHECK (((undo_seconds >= 0) AND (undo_seconds <= 600)))
);

create table client_code (
  code text not null,
  client_id text not null,
  name text not null,
  "position" integer not null,
  due_rule jsonb,
  former_client_ids text[] not null default '{}'::text[],
  constraint client_code_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint client_code_code_check CHECK ((code ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$'::text)),
  constraint client_code_due_rule_check CHECK ((jsonb_typeof(due_rule) = 'object'::text)),
  constraint client_code_pkey PRIMARY KEY (code)
);
CREATE INDEX client_code_of_client ON public.client_code USING btree (client_id);

create table client_provider_search (
  client_id text not null,
  definition_key text not null,
  networks text[],
  "position" integer not null,
  constraint client_provider_search_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint client_provider_search_definition_key_fkey FOREIGN KEY (definition_key) REFERENCES search_definition(key) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint client_provider_search_pkey PRIMARY KEY (client_id, definition_key)
);

create table client_report (
  client_id text not null,
  code text not null,
  name text not null,
  multi_client boolean not null,
  "position" integer not null,
  constraint client_report_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint client_report_code_check CHECK ((code ~ '^[A-Z][A-Z0-9]{0,19}$'::text)),
  constraint client_report_pkey PRIMARY KEY (client_id, code)
);

create table column_key (
  id text not null,
  first_used_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  constraint column_key_id_check CHECK ((id ~ '^[0-9a-f]{16}$'::text)),
  constraint column_key_pkey PRIMARY KEY (id)
);
CREATE TRIGGER notes_key_in_use BEFORE INSERT ON public.column_key FOR EACH ROW EXECUTE FUNCTION note_key_in_use();
comment on column column_key.retired_at is 'when the background job last found no value with this key; such a key may be missing';

create table command_success (
  command text not null,
  succeeded_at timestamp with time zone not null,
  constraint command_success_pkey PRIMARY KEY (command)
);

create table content (
  key text not null,
  version integer not null,
  html text not null,
  stored_at timestamp with time zone not null,
  constraint content_pkey PRIMARY KEY (key, version)
);

create table country (
  id text not null,
  name text not null,
  has_states boolean not null,
  constraint country_id_check CHECK ((id ~ '^[A-Z]{2}$'::text)),
  constraint country_pkey PRIMARY KEY (id)
);

create table country_name (
  country_id text not null,
  name text not null,
  key text not null generated always as (place_key(name)) stored,
  constraint country_name_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id)
);
CREATE INDEX country_name_key ON public.country_name USING btree (key);

create table decision_answer (
  user_id uuid not null,
  key text not null,
  request_hash bytea not null,
  status integer not null,
  answer jsonb not null,
  answered_at timestamp with time zone not null,
  constraint decision_answer_pkey PRIMARY KEY (user_id, key),
  constraint decision_answer_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX decision_answer_answered_at ON public.decision_answer USING btree (answered_at);

create table decision_message (
  id uuid not null default gen_random_uuid(),
  itn text not null,
  round integer not null,
  client_code text not null,
  made_at timestamp with time zone not null,
  "position" bigint,
  undo_until timestamp with time zone not null,
  sent_at timestamp with time zone,
  client_id text not null,
  constraint decision_message_check CHECK (((sent_at IS NULL) OR ("position" IS NOT NULL))),
  constraint decision_message_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint decision_message_itn_round_fkey FOREIGN KEY (itn, round) REFERENCES authorization_decision(itn, round),
  constraint decision_message_itn_round_key UNIQUE (itn, round),
  constraint decision_message_pkey PRIMARY KEY (id),
  constraint decision_message_position_key UNIQUE ("position")
);
CREATE INDEX decision_message_new ON public.decision_message USING btree (made_at, id) WHERE ("position" IS NULL);
CREATE INDEX decision_message_of_client ON public.decision_message USING btree (client_code, "position");
create policy of_clients on decision_message for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on decision_message for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER decision_message_keeps_position BEFORE UPDATE OF "position", sent_at ON public.decision_message FOR EACH ROW WHEN (((old."position" IS NOT NULL) AND ((new."position" IS DISTINCT FROM old."position") OR (new.sent_at IS DISTINCT FROM old.sent_at)))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_message_refuses_truncate BEFORE TRUNCATE ON public.decision_message FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER decision_message_stays_once_sent BEFORE DELETE ON public.decision_message FOR EACH ROW WHEN ((old."position" IS NOT NULL)) EXECUTE FUNCTION refuse_change();
comment on column decision_message.id is 'the id of the decision, decisionId in the API';
comment on column decision_message.sent_at is 'when the decision was released to the back office; decision_notification.sent_at is the delivery of its notification';

create table decision_notification (
  id uuid not null,
  "position" bigint not null,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  attempted_at timestamp with time zone,
  error text,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint decision_notification_check CHECK (((sent_at IS NULL) OR (given_up_at IS NULL))),
  constraint decision_notification_pkey PRIMARY KEY (id),
  constraint decision_notification_position_key UNIQUE ("position")
);
CREATE INDEX decision_notification_due ON public.decision_notification USING btree (due_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX decision_notification_failed ON public.decision_notification USING btree ("position") WHERE ((sent_at IS NULL) AND (error IS NOT NULL));
CREATE INDEX decision_notification_sent ON public.decision_notification USING btree (sent_at) WHERE (sent_at IS NOT NULL);

create table demonstration (
  is_only boolean not null default true,
  dated date not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint demonstration_is_only_check CHECK (is_only),
  constraint demonstration_pkey PRIMARY KEY (is_only)
);

create table demonstration_part (
  name text not null,
  loaded_at timestamp with time zone not null,
  constraint demonstration_part_pkey PRIMARY KEY (name)
);

create table directory_version (
  version bigint not null,
  is_only boolean not null default true,
  constraint directory_version_is_only_check CHECK (is_only),
  constraint directory_version_pkey PRIMARY KEY (is_only)
);

create table document_chunks (
  sha256 text not null,
  size integer not null,
  hashes bytea not null,
  constraint document_chunks_check CHECK ((octet_length(hashes) = (((size + 262143) / 262144) * 32))),
  constraint document_chunks_pkey PRIMARY KEY (sha256),
  constraint document_chunks_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint document_chunks_size_check CHECK ((size >= 0))
);

create table document_file (
  incident_number text not null,
  client_code text not null,
  sha256 text not null,
  pages integer not null,
  constraint document_file_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number),
  constraint document_file_pages_check CHECK ((pages > 0)),
  constraint document_file_pkey PRIMARY KEY (incident_number),
  constraint document_file_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);
create policy of_clients on document_file for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on document_file for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table emergency_access (
  id uuid not null,
  user_id uuid not null,
  user_name text not null,
  client_id text not null,
  client_code text not null,
  incident_number text not null,
  reason text not null,
  opened_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  reviewed_by uuid,
  reviewed_by_name text,
  reviewed_at timestamp with time zone,
  review_note text,
  session_id uuid,
  constraint emergency_access_check CHECK ((expires_at > opened_at)),
  constraint emergency_access_check1 CHECK ((num_nulls(reviewed_by, reviewed_by_name, reviewed_at, review_note) = ANY (ARRAY[0, 4]))),
  constraint emergency_access_check2 CHECK ((reviewed_by <> user_id)),
  constraint emergency_access_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint emergency_access_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint emergency_access_pkey PRIMARY KEY (id),
  constraint emergency_access_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  constraint emergency_access_review_note_check CHECK ((length(review_note) <= 500)),
  constraint emergency_access_reviewed_by_fkey FOREIGN KEY (reviewed_by) REFERENCES staff_user(id),
  constraint emergency_access_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id)
);
CREATE INDEX emergency_access_by_time ON public.emergency_access USING btree (client_code, opened_at DESC);
CREATE INDEX emergency_access_of_case ON public.emergency_access USING btree (incident_number);
CREATE INDEX emergency_access_of_person ON public.emergency_access USING btree (user_id, expires_at);
CREATE INDEX emergency_access_of_session ON public.emergency_access USING btree (session_id) WHERE (ended_at IS NULL);
create policy of_clients on emergency_access for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on emergency_access for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER emergency_access_is_append_only BEFORE DELETE OR TRUNCATE ON public.emergency_access FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER emergency_access_is_ended_once BEFORE UPDATE OF ended_at ON public.emergency_access FOR EACH ROW WHEN ((old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER emergency_access_is_reviewed_once BEFORE UPDATE OF reviewed_by, reviewed_by_name, reviewed_at, review_note ON public.emergency_access FOR EACH ROW WHEN ((old.reviewed_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();

create table emergency_read (
  id bigint not null generated always as identity,
  access_id uuid not null,
  client_code text not null,
  incident_number text not null,
  at timestamp with time zone not null,
  action text not null,
  subject text not null,
  detail jsonb not null,
  constraint emergency_read_access_id_fkey FOREIGN KEY (access_id) REFERENCES emergency_access(id),
  constraint emergency_read_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint emergency_read_pkey PRIMARY KEY (id)
);
CREATE INDEX emergency_read_of_access ON public.emergency_read USING btree (access_id);
CREATE INDEX emergency_read_of_case ON public.emergency_read USING btree (incident_number);
create policy of_clients on emergency_read for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on emergency_read for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER emergency_read_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.emergency_read FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table emergency_refusal (
  id bigint not null generated always as identity,
  user_id uuid not null,
  case_hash bytea not null,
  at timestamp with time zone not null,
  constraint emergency_refusal_pkey PRIMARY KEY (id),
  constraint emergency_refusal_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX emergency_refusal_of_case ON public.emergency_refusal USING btree (case_hash, at);
CREATE INDEX emergency_refusal_of_person ON public.emergency_refusal USING btree (user_id, at);

create table erased_decision (
  id uuid not null,
  "position" bigint not null,
  client_id text not null,
  constraint erased_decision_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint erased_decision_pkey PRIMARY KEY (id),
  constraint erased_decision_position_key UNIQUE ("position")
);
CREATE TRIGGER erased_decision_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.erased_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table erased_document (
  sha256 text not null,
  erased_at timestamp with time zone not null,
  constraint erased_document_pkey PRIMARY KEY (sha256),
  constraint erased_document_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table erasure (
  number text not null,
  kind text not null,
  client text not null,
  person_hash bytea not null,
  erased_at timestamp with time zone not null,
  erased_by text not null,
  counts jsonb not null,
  public_key text not null,
  signature text not null,
  constraint erasure_counts_check CHECK ((jsonb_typeof(counts) = 'object'::text)),
  constraint erasure_kind_check CHECK ((kind = ANY (ARRAY['patient'::text, 'member'::text, 'client'::text]))),
  constraint erasure_number_check CHECK ((number ~ '^ERASED-[0-9A-F]{8}$'::text)),
  constraint erasure_pkey PRIMARY KEY (number)
);
CREATE TRIGGER erasure_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.erasure FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table exchange_rate (
  base_currency text not null,
  currency text not null,
  rate_date date not null,
  rate numeric not null,
  source text not null,
  constraint exchange_rate_base_currency_check CHECK ((base_currency ~ '^[A-Z]{3}$'::text)),
  constraint exchange_rate_check CHECK ((currency <> base_currency)),
  constraint exchange_rate_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint exchange_rate_pkey PRIMARY KEY (base_currency, currency, rate_date),
  constraint exchange_rate_rate_check CHECK ((rate > (0)::numeric))
);

create table external_search (
  name text not null,
  url text not null,
  "position" integer not null,
  constraint external_search_pkey PRIMARY KEY (name),
  constraint external_search_url_check CHECK ((url ~ '^https://'::text))
);

create table feedback (
  id uuid not null default gen_random_uuid(),
  definition_key text not null,
  item_id text not null,
  provider_name text not null,
  name text not null,
  email text not null,
  message text not null,
  visitor text not null,
  made_at timestamp with time zone not null,
  constraint feedback_pkey PRIMARY KEY (id)
);
CREATE INDEX feedback_of_visitor ON public.feedback USING btree (visitor, made_at);

create table hidden_provider (
  network_code text not null,
  hash text not null,
  roster_id text not null,
  hidden_at timestamp with time zone not null,
  hidden_by text not null,
  constraint hidden_provider_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code) ON DELETE CASCADE,
  constraint hidden_provider_pkey PRIMARY KEY (network_code, hash)
);

create table import_run (
  id bigint not null generated always as identity,
  kind text not null,
  source text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  rows_read integer not null default 0,
  rows_added integer not null default 0,
  rows_changed integer not null default 0,
  rows_removed integer not null default 0,
  rows_rejected integer not null default 0,
  outcome text,
  actor text,
  source_name text,
  rows_warned integer not null default 0,
  undone_at timestamp with time zone,
  undone_by text,
  requested_network text,
  constraint import_run_check CHECK (((finished_at IS NULL) = (outcome IS NULL))),
  constraint import_run_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'nothing to do'::text, 'failed'::text]))),
  constraint import_run_pkey PRIMARY KEY (id)
);

create table import_run_network (
  run_id bigint not null,
  network_code text not null,
  source_name text not null,
  rows_added integer not null,
  rows_changed integer not null,
  rows_removed integer not null,
  began_source boolean not null,
  can_undo boolean not null default true,
  constraint import_run_network_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code) ON DELETE CASCADE,
  constraint import_run_network_pkey PRIMARY KEY (run_id, network_code),
  constraint import_run_network_run_id_fkey FOREIGN KEY (run_id) REFERENCES import_run(id) ON DELETE CASCADE
);
CREATE INDEX import_run_network_by_source ON public.import_run_network USING btree (network_code, source_name, run_id);

create table incident (
  incident_number text not null,
  client_code text not null,
  patient_code text not null,
  policy_number text,
  date_of_incident date not null,
  description text not null,
  enter_date date not null,
  summary text,
  row_key text not null generated always as (case_row_key(client_code, patient_code, incident_number)) stored,
  number_key text not null generated always as (number_key(incident_number)) stored,
  constraint incident_client_code_incident_number_key UNIQUE (client_code, incident_number),
  constraint incident_client_code_patient_code_fkey FOREIGN KEY (client_code, patient_code) REFERENCES patient(client_code, patient_code),
  constraint incident_client_code_policy_number_patient_code_fkey FOREIGN KEY (client_code, policy_number, patient_code) REFERENCES policy(client_code, policy_number, patient_code),
  constraint incident_incident_number_check CHECK ((length(incident_number) = 11)),
  constraint incident_pkey PRIMARY KEY (incident_number)
);
CREATE INDEX incident_by_entry ON public.incident USING btree (client_code, enter_date) INCLUDE (incident_number);
CREATE INDEX incident_by_number ON public.incident USING btree (client_code, number_key);
CREATE INDEX incident_of_patient ON public.incident USING btree (client_code, patient_code) INCLUDE (incident_number);
CREATE UNIQUE INDEX incident_by_row_key ON public.incident USING btree (row_key);
create policy of_clients on incident for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on incident for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
comment on column incident.row_key is 'the key of the case in addresses; row, hash or caseHash in the API';

create table legal_hold (
  id bigint not null generated always as identity,
  client_id text,
  client_code text,
  patient_code text,
  incident_number text,
  reason text not null,
  placed_at timestamp with time zone not null,
  placed_by text not null,
  constraint legal_hold_check CHECK (((client_code IS NULL) = (patient_code IS NULL))),
  constraint legal_hold_check1 CHECK ((num_nonnulls(client_id, patient_code, incident_number) = 1)),
  constraint legal_hold_client_code_patient_code_fkey FOREIGN KEY (client_code, patient_code) REFERENCES patient(client_code, patient_code),
  constraint legal_hold_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id),
  constraint legal_hold_incident_number_fkey FOREIGN KEY (incident_number) REFERENCES incident(incident_number),
  constraint legal_hold_pkey PRIMARY KEY (id),
  constraint legal_hold_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 500)))
);

create table loaded_dataset (
  name text not null,
  hash text not null,
  loaded_at timestamp with time zone not null,
  constraint loaded_dataset_pkey PRIMARY KEY (name)
);

create table login_throttle (
  key_hash bytea not null,
  failed_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  level integer not null default 0,
  answered_at timestamp with time zone not null,
  constraint login_throttle_level_check CHECK ((level >= 0)),
  constraint login_throttle_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX login_throttle_answered_at ON public.login_throttle USING btree (answered_at);

create table medical_record (
  incident_number text not null,
  id text not null,
  client_code text not null,
  date_added date not null,
  page_start integer not null,
  page_end integer not null,
  constraint medical_record_check CHECK ((page_end >= page_start)),
  constraint medical_record_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number),
  constraint medical_record_page_start_check CHECK ((page_start > 0)),
  constraint medical_record_pkey PRIMARY KEY (incident_number, id) INCLUDE (client_code)
);
CREATE INDEX medical_record_by_day ON public.medical_record USING btree (client_code, date_added) INCLUDE (incident_number);
create policy of_clients on medical_record for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on medical_record for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table member_account (
  id uuid not null default gen_random_uuid(),
  name text not null,
  client_id text not null,
  password_hash text not null,
  made_at timestamp with time zone not null,
  password_set_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  device_key bytea not null default sha256(convert_to(((gen_random_uuid())::text || (gen_random_uuid())::text), 'UTF8'::name)),
  initial_hash text,
  initial_until timestamp with time zone,
  constraint member_account_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint member_account_initial_check CHECK (((initial_hash IS NULL) = (initial_until IS NULL))),
  constraint member_account_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9._@-]{0,99}$'::text)),
  constraint member_account_name_key UNIQUE (name),
  constraint member_account_pkey PRIMARY KEY (id)
);
CREATE INDEX member_account_of_client ON public.member_account USING btree (client_id);
create policy change_of_client on member_account for update using ((EXISTS ( SELECT
   FROM client_code k
  WHERE ((k.client_id = member_account.client_id) AND (k.code = ANY (string_to_array(current_setting('portal.client_codes'::text, true), ','::text)))))));
create policy read_accounts on member_account for select using (true);
CREATE TRIGGER ends_initial_password BEFORE UPDATE OF password_hash ON public.member_account FOR EACH ROW WHEN (((new.password_hash <> old.password_hash) AND (NOT (new.initial_hash IS DISTINCT FROM old.initial_hash)))) EXECUTE FUNCTION end_initial_password();
comment on column member_account.initial_hash is 'the hash of an initial password, which has to be replaced; null if password_hash is that of a chosen password';
comment on column member_account.initial_until is 'when the initial password expires';

create table member_session (
  id uuid not null default gen_random_uuid(),
  key_hash bytea not null,
  account_id uuid not null,
  address text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  shown_client_code text,
  shown_policy_number text,
  shown_patient_code text,
  constraint member_session_account_id_fkey FOREIGN KEY (account_id) REFERENCES member_account(id) ON DELETE CASCADE,
  constraint member_session_key_hash_key UNIQUE (key_hash),
  constraint member_session_pkey PRIMARY KEY (id),
  constraint member_session_shown_policy FOREIGN KEY (shown_client_code, shown_policy_number, shown_patient_code) REFERENCES policy(client_code, policy_number, patient_code) MATCH FULL ON DELETE SET NULL
);
CREATE INDEX member_session_of_account ON public.member_session USING btree (account_id);
CREATE INDEX member_session_of_policy ON public.member_session USING btree (shown_client_code, shown_policy_number, shown_patient_code) WHERE (shown_policy_number IS NOT NULL);
CREATE INDEX member_session_started_at ON public.member_session USING btree (started_at);

create table missing_document (
  sha256 text not null,
  accepted_at timestamp with time zone not null,
  constraint missing_document_pkey PRIMARY KEY (sha256),
  constraint missing_document_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text))
);

create table name_word (
  word text not null,
  constraint name_word_pkey PRIMARY KEY (word)
);
CREATE TRIGGER name_words_added AFTER INSERT ON public.name_word REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_name_word_change();
CREATE TRIGGER name_words_removed AFTER DELETE ON public.name_word REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_name_word_change();
CREATE TRIGGER name_words_truncated AFTER TRUNCATE ON public.name_word FOR EACH STATEMENT EXECUTE FUNCTION count_name_word_change();

create table name_word_version (
  version bigint not null,
  is_only boolean not null default true,
  constraint name_word_version_is_only_check CHECK (is_only),
  constraint name_word_version_pkey PRIMARY KEY (is_only)
);

create table network (
  code text not null,
  label text not null,
  family text not null,
  shows_tax_id boolean not null default false,
  offers_email boolean not null default false,
  constraint network_code_check CHECK ((code ~ '^[A-Za-z][A-Za-z0-9]{0,39}$'::text)),
  constraint network_family_check CHECK ((family = ANY (ARRAY['domestic'::text, 'core'::text, 'global'::text, 'lds'::text]))),
  constraint network_pkey PRIMARY KEY (code)
);

create table network_city (
  network_code text not null,
  country_id text not null,
  state_id text not null default ''::text,
  city text not null,
  city_id text not null,
  latitude double precision not null,
  longitude double precision not null,
  constraint network_city_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code) ON DELETE CASCADE,
  constraint network_city_pkey PRIMARY KEY (network_code, country_id, state_id, city)
);

create table network_provider_type (
  network_code text not null,
  country_id text not null,
  state_id text not null default ''::text,
  provider_type_id text not null,
  constraint network_provider_type_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code) ON DELETE CASCADE,
  constraint network_provider_type_pkey PRIMARY KEY (network_code, country_id, state_id, provider_type_id)
);
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.network_provider_type FOR EACH STATEMENT EXECUTE FUNCTION count_directory_change();

create table note (
  incident_number text not null,
  id text not null,
  client_code text not null,
  written_at timestamp with time zone not null,
  kind text not null,
  author text not null,
  note_text text not null,
  written_by uuid,
  constraint note_check CHECK (((written_by IS NULL) OR (id ~~ 'portal:%'::text))),
  constraint note_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number),
  constraint note_pkey PRIMARY KEY (incident_number, id) INCLUDE (client_code),
  constraint note_written_by_fkey FOREIGN KEY (written_by) REFERENCES staff_user(id)
);
CREATE INDEX note_by_time ON public.note USING btree (client_code, written_at) INCLUDE (incident_number);
create policy of_clients on note for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on note for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER note_refuses_truncate BEFORE TRUNCATE ON public.note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_note_is_append_only BEFORE DELETE OR UPDATE ON public.note FOR EACH ROW WHEN ((old.written_by IS NOT NULL)) EXECUTE FUNCTION refuse_change();

create table outbox (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  reply_to text,
  subject text not null,
  body_text text not null,
  body_html text not null,
  made_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  attempts integer not null default 0,
  fault text,
  sent_at timestamp with time zone,
  given_up_at timestamp with time zone,
  constraint outbox_check CHECK (((sent_at IS NULL) OR (given_up_at IS NULL))),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_recipient_check CHECK ((recipient !~ '[[:cntrl:][:space:],;<>]'::text)),
  constraint outbox_reply_to_check CHECK ((reply_to !~ '[[:cntrl:][:space:],;<>]'::text)),
  constraint outbox_subject_check CHECK ((subject !~ '[[:cntrl:]]'::text))
);
CREATE INDEX outbox_due ON public.outbox USING btree (due_at) WHERE ((sent_at IS NULL) AND (given_up_at IS NULL));
CREATE INDEX outbox_made_at ON public.outbox USING btree (made_at);

create table patient (
  client_code text not null,
  patient_code text not null,
  last_name text not null,
  first_name text not null,
  date_of_birth date not null,
  last_name_key text not null generated always as (search_key(last_name)) stored,
  name_key text not null generated always as (search_key(((last_name || ', '::text) || first_name))) stored,
  full_name_key text not null generated always as (search_key(((first_name || ' '::text) || last_name))) stored,
  constraint patient_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint patient_pkey PRIMARY KEY (client_code, patient_code)
);
CREATE INDEX patient_by_birth ON public.patient USING btree (client_code, date_of_birth);
CREATE INDEX patient_by_code ON public.patient USING btree (patient_code);
CREATE INDEX patient_by_full_name ON public.patient USING btree (client_code, full_name_key) INCLUDE (patient_code, name_key);
CREATE INDEX patient_by_last_name ON public.patient USING btree (client_code, last_name_key) INCLUDE (patient_code, name_key);
CREATE INDEX patient_by_name ON public.patient USING btree (client_code, name_key) INCLUDE (patient_code);
create policy of_clients on patient for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on patient for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER patient_names_of_changed_rows AFTER UPDATE ON public.patient REFERENCING NEW TABLE AS new_patient FOR EACH STATEMENT EXECUTE FUNCTION add_patient_names();
CREATE TRIGGER patient_names_of_new_rows AFTER INSERT ON public.patient REFERENCING NEW TABLE AS new_patient FOR EACH STATEMENT EXECUTE FUNCTION add_patient_names();

create table patient_name (
  client_code text not null,
  is_last boolean not null,
  word text not null,
  name text not null,
  reversed text not null generated always as (reverse(word)) stored,
  constraint patient_name_client_code_fkey FOREIGN KEY (client_code) REFERENCES client_code(code),
  constraint patient_name_pkey PRIMARY KEY (client_code, is_last, word, name)
);
CREATE INDEX patient_name_by_ending ON public.patient_name USING btree (client_code, is_last, reversed) INCLUDE (word, name);
create policy of_clients on patient_name for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on patient_name for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table policy (
  client_code text not null,
  policy_number text not null,
  patient_code text not null,
  effective_date date,
  number_key text not null generated always as (number_key(policy_number)) stored,
  constraint policy_client_code_patient_code_fkey FOREIGN KEY (client_code, patient_code) REFERENCES patient(client_code, patient_code),
  constraint policy_pkey PRIMARY KEY (client_code, policy_number, patient_code)
);
CREATE INDEX policy_by_number ON public.policy USING btree (client_code, number_key) INCLUDE (patient_code);
CREATE INDEX policy_of_patient ON public.policy USING btree (client_code, patient_code) INCLUDE (policy_number, effective_date);
create policy of_clients on policy for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on policy for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table postal_code (
  id text not null,
  city text not null,
  county text,
  country_id text not null,
  state_id text,
  latitude double precision not null,
  longitude double precision not null,
  constraint postal_code_id_check CHECK ((id ~ '^[0-9]{5}$'::text)),
  constraint postal_code_pkey PRIMARY KEY (id)
);
CREATE INDEX postal_code_by_country ON public.postal_code USING btree (country_id, state_id);

create table postal_code_abroad (
  country_id text not null,
  key text not null,
  code text,
  place text not null,
  state_id text,
  latitude double precision not null,
  longitude double precision not null,
  radius_km integer not null,
  constraint postal_code_abroad_pkey PRIMARY KEY (country_id, key),
  constraint postal_code_abroad_radius_km_check CHECK ((radius_km > 0))
);

create table provider (
  network_code text not null,
  hash text not null,
  roster_id text not null,
  name text not null,
  tin text,
  tin_digits text generated always as (NULLIF(regexp_replace(tin, '\D'::text, ''::text, 'g'::text), ''::text)) stored,
  address_one text,
  address_two text,
  city text,
  state_id text,
  zipcode text,
  country_id text not null,
  phone text,
  fax text,
  contact text,
  provider_type_id text not null,
  specialty text,
  latitude double precision not null,
  longitude double precision not null,
  located_by text not null,
  preferred boolean not null default false,
  hide_vob boolean not null default false,
  vob_message text,
  city_key text generated always as (search_key(city)) stored,
  name_key text generated always as (search_key(name)) stored,
  location point generated always as (point(longitude, degrees(ln(tan(((pi() / (4)::double precision) + (radians(GREATEST(('-89.9'::numeric)::double precision, LEAST((89.9)::double precision, latitude))) / (2)::double precision))))))) stored,
  provider_json text not null,
  name_words tsvector not null generated always as (provider_name_words(name)) stored,
  hidden_name text generated always as (
CASE
    WHEN hide_vob THEN words_alone(name)
    ELSE NULL::text
END) stored,
  hidden_address text generated always as (
CASE
    WHEN hide_vob THEN rtrim(words_alone(address_one))
    ELSE NULL::text
END) stored,
  hidden_numbers text[] generated always as (
CASE
    WHEN hide_vob THEN ARRAY[regexp_replace(tin, '[^0-9]'::text, ''::text, 'g'::text), number_alone(phone), number_alone(fax)]
    ELSE NULL::text[]
END) stored,
  source_name text not null default 'main'::text,
  hidden boolean not null default false,
  details jsonb,
  constraint provider_latitude_check CHECK (((latitude >= ('-90'::integer)::double precision) AND (latitude <= (90)::double precision))),
  constraint provider_located_by_check CHECK ((located_by = ANY (ARRAY['roster'::text, 'zip'::text, 'city'::text]))),
  constraint provider_longitude_check CHECK (((longitude >= ('-180'::integer)::double precision) AND (longitude <= (180)::double precision))),
  constraint provider_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code),
  constraint provider_pkey PRIMARY KEY (hash, network_code)
) partition by LIST (network_code);
CREATE INDEX provider_by_city ON ONLY public.provider USING btree (city_key, state_id, country_id, provider_type_id);
CREATE INDEX provider_by_name ON ONLY public.provider USING gin (name_words, state_id, count_name_words(name_words)) WITH (fastupdate=off);
CREATE INDEX provider_by_npi ON ONLY public.provider USING btree (roster_id) WHERE (roster_id ~ '^[12][0-9]{9}$'::text);
CREATE INDEX provider_by_phone ON ONLY public.provider USING btree (phone_key(phone) COLLATE "C") WHERE (phone IS NOT NULL);
CREATE INDEX provider_by_place ON ONLY public.provider USING gist (location);
CREATE INDEX provider_by_preference ON ONLY public.provider USING btree (state_id, preferred DESC, name_key, hash);
CREATE INDEX provider_by_state ON ONLY public.provider USING btree (state_id, provider_type_id, country_id);
CREATE INDEX provider_by_tin ON ONLY public.provider USING btree (tin_digits) WHERE (tin_digits IS NOT NULL);
CREATE INDEX provider_by_type_and_place ON ONLY public.provider USING gist (provider_type_id, location);
CREATE INDEX provider_by_zipcode ON ONLY public.provider USING btree (zipcode, provider_type_id);
CREATE INDEX provider_without_vob ON ONLY public.provider USING btree (network_code) WHERE hide_vob;

create table provider_before (
  run_id bigint not null,
  network_code text not null,
  hash text not null,
  "row" json,
  constraint provider_before_pkey PRIMARY KEY (run_id, network_code, hash)
);

create table provider_email (
  id bigint not null generated always as identity,
  definition_key text not null,
  visitor text not null,
  recipient_hash bytea not null,
  request_hash bytea not null,
  providers integer not null,
  made_at timestamp with time zone not null,
  constraint provider_email_pkey PRIMARY KEY (id)
);
CREATE INDEX provider_email_made_at ON public.provider_email USING btree (made_at);

create table provider_type (
  id text not null,
  description text not null,
  type smallint not null,
  constraint provider_type_id_check CHECK ((length(id) = 10)),
  constraint provider_type_pkey PRIMARY KEY (id),
  constraint provider_type_type_check CHECK ((type = ANY (ARRAY[1, 2])))
);

create table queue_email (
  user_id uuid not null,
  client_id text not null,
  created_at timestamp with time zone not null,
  last_day date not null,
  constraint queue_email_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint queue_email_pkey PRIMARY KEY (user_id, client_id),
  constraint queue_email_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);

create table reading_alert (
  id bigint not null generated always as identity,
  user_id uuid not null,
  raised_at timestamp with time zone not null,
  rows integer not null,
  row_limit integer not null,
  confirmed_at timestamp with time zone,
  reason text,
  constraint reading_alert_check CHECK (((confirmed_at IS NULL) = (reason IS NULL))),
  constraint reading_alert_pkey PRIMARY KEY (id),
  constraint reading_alert_reason_check CHECK ((length(reason) <= 500)),
  constraint reading_alert_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX reading_alert_of_user ON public.reading_alert USING btree (user_id, raised_at);

create table recent_case (
  user_id uuid not null,
  incident_number text not null,
  client_code text not null,
  opened_at timestamp with time zone not null,
  constraint recent_case_client_code_incident_number_fkey FOREIGN KEY (client_code, incident_number) REFERENCES incident(client_code, incident_number) ON DELETE CASCADE,
  constraint recent_case_pkey PRIMARY KEY (user_id, incident_number),
  constraint recent_case_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX recent_case_of_incident ON public.recent_case USING btree (client_code, incident_number);
create policy of_clients on recent_case for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on recent_case for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table refused_request (
  minute_started_at timestamp with time zone not null,
  reason text not null,
  endpoint text not null,
  actor text not null,
  address text not null,
  requests bigint not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  reference text not null,
  constraint refused_request_pkey PRIMARY KEY (minute_started_at, reason, endpoint, actor, address),
  constraint refused_request_requests_check CHECK ((requests > 0))
);

create table report_part (
  run_id uuid not null,
  "position" integer not null,
  client_codes text[] not null,
  bytes bytea not null,
  constraint report_part_client_codes_check CHECK ((client_codes <> '{}'::text[])),
  constraint report_part_pkey PRIMARY KEY (run_id, "position"),
  constraint report_part_run_id_fkey FOREIGN KEY (run_id) REFERENCES report_run(id) ON DELETE CASCADE
);
create policy of_clients on report_part for all using ((client_codes <@ ( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)));
create policy read_every_client on report_part for select using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create table report_run (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  client_id text not null,
  client_codes text[] not null,
  report_code text not null,
  name text not null,
  first_day date not null,
  last_day date not null,
  state text not null default 'waiting'::text,
  rows integer not null,
  rows_done integer not null default 0,
  ordered_at timestamp with time zone not null,
  attempt integer not null default 0,
  heard_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint report_run_check CHECK ((last_day >= first_day)),
  constraint report_run_check1 CHECK (((state = ANY (ARRAY['waiting'::text, 'running'::text])) = (ended_at IS NULL))),
  constraint report_run_client_codes_check CHECK ((client_codes <> '{}'::text[])),
  constraint report_run_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint report_run_pkey PRIMARY KEY (id),
  constraint report_run_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text, 'cancelled'::text]))),
  constraint report_run_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX report_run_ended ON public.report_run USING btree (ended_at);
CREATE INDEX report_run_of_person ON public.report_run USING btree (user_id);
CREATE INDEX report_run_unfinished ON public.report_run USING btree (ordered_at) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
create policy of_clients on report_run for all using ((client_codes <@ ( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)));
create policy of_makers on report_run for all using ((current_setting('portal.makes_reports'::text, true) = 'yes'::text));
create policy read_every_client on report_run for select using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));

create unlogged table request_count (
  key_hash bytea not null,
  requests bigint not null,
  ends_at timestamp with time zone not null,
  constraint request_count_pkey PRIMARY KEY (key_hash),
  constraint request_count_requests_check CHECK ((requests > 0))
);
CREATE INDEX request_count_ends_at ON public.request_count USING btree (ends_at);

create table retention_run (
  id bigint not null generated always as identity,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  erased jsonb not null default '{}'::jsonb,
  constraint retention_run_erased_check CHECK ((jsonb_typeof(erased) = 'object'::text)),
  constraint retention_run_pkey PRIMARY KEY (id)
);

create table scim_bar (
  user_id uuid not null,
  kind text not null,
  value text not null,
  issuer text not null,
  constraint scim_bar_kind_check CHECK ((kind = ANY (ARRAY['userName'::text, 'externalId'::text]))),
  constraint scim_bar_pkey PRIMARY KEY (user_id, kind, value),
  constraint scim_bar_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX scim_bar_by_value ON public.scim_bar USING btree (issuer, kind, value);

create table scim_person (
  user_id uuid not null,
  issuer text not null,
  user_name text not null,
  user_name_key text not null,
  external_id text,
  active boolean not null,
  display_name text,
  formatted_name text,
  given_name text,
  family_name text,
  email text,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint scim_person_issuer_external_id_key UNIQUE (issuer, external_id),
  constraint scim_person_issuer_user_name_key_key UNIQUE (issuer, user_name_key),
  constraint scim_person_pkey PRIMARY KEY (user_id),
  constraint scim_person_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE TRIGGER names_are_barred AFTER INSERT OR UPDATE OF user_name_key, external_id ON public.scim_person FOR EACH ROW EXECUTE FUNCTION keep_bar_of_person();
CREATE TRIGGER scim_person_is_in_reach BEFORE INSERT OR UPDATE OF user_id, issuer, user_name_key, external_id ON public.scim_person FOR EACH ROW EXECUTE FUNCTION refuse_scim_person();

create table scim_right (
  user_id uuid not null,
  kind text not null,
  client_id text not null,
  client_code text not null default ''::text,
  granted_at timestamp with time zone,
  granted_by text,
  constraint scim_right_check CHECK (((kind = 'code'::text) = (client_code <> ''::text))),
  constraint scim_right_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint scim_right_kind_check CHECK ((kind = ANY (ARRAY['all'::text, 'code'::text, 'decide'::text, 'members'::text]))),
  constraint scim_right_pkey PRIMARY KEY (user_id, kind, client_id, client_code),
  constraint scim_right_user_id_fkey FOREIGN KEY (user_id) REFERENCES scim_person(user_id) ON DELETE CASCADE
);
CREATE INDEX scim_right_of_group ON public.scim_right USING btree (client_id, kind, client_code);
comment on column scim_right.granted_by is 'the actor in the audit trail; null if only the trail or its archive has it';

create table search_definition (
  key text not null,
  code text not null,
  name text not null,
  title text not null,
  access text not null,
  unit text not null,
  is_vob boolean not null default false,
  feedback boolean not null default false,
  invalid_search text,
  no_results text,
  constraint search_definition_access_check CHECK ((access = ANY (ARRAY['public'::text, 'restricted-ip'::text, 'signed-in'::text]))),
  constraint search_definition_code_check CHECK ((code ~ '^[A-Za-z][A-Za-z0-9]{0,39}$'::text)),
  constraint search_definition_code_key UNIQUE (code),
  constraint search_definition_key_check CHECK ((key ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)),
  constraint search_definition_pkey PRIMARY KEY (key),
  constraint search_definition_unit_check CHECK ((unit = ANY (ARRAY['mi'::text, 'km'::text])))
);

create table search_definition_network (
  definition_key text not null,
  network_code text not null,
  "position" integer not null,
  constraint search_definition_network_definition_key_fkey FOREIGN KEY (definition_key) REFERENCES search_definition(key) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint search_definition_network_network_code_fkey FOREIGN KEY (network_code) REFERENCES network(code) ON UPDATE CASCADE,
  constraint search_definition_network_pkey PRIMARY KEY (definition_key, network_code)
);

create table service_token (
  name text not null,
  may text not null,
  client_ids text[],
  key_hash bytea not null,
  former_key_hash bytea,
  former_until timestamp with time zone,
  made_at timestamp with time zone not null,
  rotated_at timestamp with time zone,
  revoked_at timestamp with time zone,
  issuer text,
  last_used_at timestamp with time zone,
  read_position bigint not null default 0,
  constraint service_token_check CHECK (((former_key_hash IS NULL) = (former_until IS NULL))),
  constraint service_token_client_ids_check CHECK ((client_ids <> '{}'::text[])),
  constraint service_token_former_key_hash_key UNIQUE (former_key_hash),
  constraint service_token_issuer_check CHECK (((may = 'scim'::text) = (issuer IS NOT NULL))),
  constraint service_token_key_hash_key UNIQUE (key_hash),
  constraint service_token_may_check CHECK ((may = ANY (ARRAY['decisions'::text, 'itns'::text, 'scim'::text]))),
  constraint service_token_name_check CHECK ((name ~ '^[a-z0-9][a-z0-9-]{0,63}$'::text)),
  constraint service_token_pkey PRIMARY KEY (name)
);

create table sign_in_attempt (
  key_hash bytea not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  made_at timestamp with time zone not null,
  is_step_up boolean not null default false,
  provider text,
  constraint sign_in_attempt_pkey PRIMARY KEY (key_hash)
);

create table signing_key (
  secret bytea,
  made_at timestamp with time zone not null default now(),
  id uuid not null default gen_random_uuid(),
  secret_text text not null,
  constraint signing_key_pkey PRIMARY KEY (id)
);
CREATE TRIGGER keeps_clear_secret BEFORE INSERT OR UPDATE ON public.signing_key FOR EACH ROW EXECUTE FUNCTION keep_clear_secret();
comment on column signing_key.secret is 'for the former version: the bytes of secret_text; null if that is encrypted';
comment on column signing_key.secret_text is 'the key in Base64, or encrypted with a key of the operator';

create table staff_grant (
  user_id uuid not null,
  kind text not null,
  client_code text not null default ''::text,
  granted_at timestamp with time zone not null,
  granted_by text,
  constraint staff_grant_check CHECK (((kind = 'client code'::text) = (client_code <> ''::text))),
  constraint staff_grant_kind_check CHECK ((kind = ANY (ARRAY['client code'::text, 'decide'::text, 'audit'::text, 'members'::text]))),
  constraint staff_grant_pkey PRIMARY KEY (user_id, kind, client_code),
  constraint staff_grant_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
create policy grant_by_scim on staff_grant for insert using () with check (((kind <> 'audit'::text) AND COALESCE(( SELECT true
   FROM scim_person p
  WHERE (p.user_id = staff_grant.user_id)
 LIMIT 1), false)));
create policy read_grants on staff_grant for select using (true);
create policy revoke_by_scim on staff_grant for delete using (COALESCE(( SELECT true
   FROM scim_person p
  WHERE (p.user_id = staff_grant.user_id)
 LIMIT 1), false));
comment on column staff_grant.granted_by is 'the actor in the audit trail; null if only the trail or its archive has it';

create table staff_session (
  id uuid not null default gen_random_uuid(),
  key_hash bytea not null,
  user_id uuid not null,
  client_id text not null,
  id_token text not null,
  address text not null,
  started_at timestamp with time zone not null,
  renewed_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  provider_session text,
  user_agent text,
  acr text[] not null default '{}'::text[],
  amr text[] not null default '{}'::text[],
  authenticated_at timestamp with time zone,
  provider_subject text,
  constraint staff_session_client_id_fkey FOREIGN KEY (client_id) REFERENCES client(id) ON DELETE CASCADE,
  constraint staff_session_key_hash_key UNIQUE (key_hash),
  constraint staff_session_pkey PRIMARY KEY (id),
  constraint staff_session_user_agent_check CHECK ((length(user_agent) <= 500)),
  constraint staff_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES staff_user(id) ON DELETE CASCADE
);
CREATE INDEX staff_session_of_user ON public.staff_session USING btree (user_id);
CREATE INDEX staff_session_started_at ON public.staff_session USING btree (started_at);
CREATE TRIGGER deleted_staff_session_ends_emergency_access AFTER DELETE ON public.staff_session FOR EACH ROW EXECUTE FUNCTION end_emergency_access();
CREATE TRIGGER staff_session_ends_emergency_access AFTER UPDATE OF ended_at ON public.staff_session FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION end_emergency_access();

create table staff_user (
  id uuid not null default gen_random_uuid(),
  issuer text not null,
  subject text not null,
  name text,
  email text,
  created_at timestamp with time zone not null,
  last_client_id text,
  last_signed_in_at timestamp with time zone,
  disabled_at timestamp with time zone,
  disabled_by_scim boolean not null default false,
  removed_by_scim boolean not null default false,
  constraint removed_people_stay_out CHECK (((NOT removed_by_scim) OR (disabled_at IS NOT NULL))),
  constraint staff_user_issuer_subject_key UNIQUE (issuer, subject),
  constraint staff_user_last_client_id_fkey FOREIGN KEY (last_client_id) REFERENCES client(id) ON DELETE SET NULL,
  constraint staff_user_pkey PRIMARY KEY (id)
);
CREATE TRIGGER names_are_barred AFTER UPDATE OF disabled_at, disabled_by_scim ON public.staff_user FOR EACH ROW WHEN (((old.disabled_at IS DISTINCT FROM new.disabled_at) OR (old.disabled_by_scim IS DISTINCT FROM new.disabled_by_scim))) EXECUTE FUNCTION keep_bar_of_user();
CREATE TRIGGER staff_access_is_from_scim BEFORE UPDATE OF subject, disabled_at, disabled_by_scim, removed_by_scim ON public.staff_user FOR EACH ROW WHEN (((((old.subject IS DISTINCT FROM new.subject) OR (old.disabled_at IS DISTINCT FROM new.disabled_at)) OR (old.disabled_by_scim IS DISTINCT FROM new.disabled_by_scim)) OR (old.removed_by_scim IS DISTINCT FROM new.removed_by_scim))) EXECUTE FUNCTION refuse_access_change();

create table state (
  id text not null,
  country_id text not null,
  name text not null,
  abbreviation text,
  show_disclaimer boolean not null default false,
  list_order integer,
  constraint state_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint state_pkey PRIMARY KEY (id)
);
CREATE INDEX state_of_country ON public.state USING btree (country_id);

create table state_alias (
  state_id text not null,
  kind text not null,
  name text not null,
  constraint state_alias_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'name'::text, 'part'::text]))),
  constraint state_alias_state_id_fkey FOREIGN KEY (state_id) REFERENCES state(id)
);
CREATE INDEX state_alias_of_state ON public.state_alias USING btree (state_id);

create table state_name (
  state_id text not null,
  name text not null,
  key text not null generated always as (place_key(name)) stored,
  constraint state_name_state_id_fkey FOREIGN KEY (state_id) REFERENCES state(id)
);
CREATE INDEX state_name_key ON public.state_name USING btree (key);

create table ticket (
  key_hash bytea not null,
  session_id uuid not null,
  client_id text,
  path text not null,
  fields jsonb not null,
  made_at timestamp with time zone not null,
  constraint ticket_pkey PRIMARY KEY (key_hash),
  constraint ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES staff_session(id) ON DELETE CASCADE
);

create table undone_decision (
  itn text not null,
  round integer not null,
  client_code text not null,
  action text not null,
  currency text not null,
  total_charge numeric not null,
  patient_responsibility numeric,
  maximum_covered numeric,
  reason_code text,
  reason text,
  comment text,
  decided_by uuid not null,
  decided_by_name text not null,
  decided_at timestamp with time zone not null,
  id uuid not null,
  undo_until timestamp with time zone not null,
  undone_at timestamp with time zone not null,
  received_at timestamp with time zone,
  due_at timestamp with time zone,
  patient_name text,
  provider_name text,
  policy_number text,
  incident_number text,
  service_from date,
  service_to date,
  search_text text generated always as (
CASE
    WHEN (patient_name IS NOT NULL) THEN search_key(((((((((((itn || ' '::text) || COALESCE(incident_number, ''::text)) || ' '::text) || COALESCE(policy_number, ''::text)) || ' '::text) || patient_name) || ' '::text) || COALESCE(provider_name, ''::text)) || ' '::text) || decided_by_name))
    ELSE NULL::text
END) stored,
  first_approved_by uuid,
  first_approved_by_name text,
  first_approved_at timestamp with time zone,
  constraint authorization_decision_action_check CHECK ((action = ANY (ARRAY['A'::text, 'D'::text, 'I'::text, 'O'::text]))),
  constraint authorization_decision_check CHECK (((patient_responsibility >= (0)::numeric) AND (patient_responsibility <= total_charge))),
  constraint authorization_decision_check1 CHECK (((maximum_covered >= (0)::numeric) AND (maximum_covered <= total_charge))),
  constraint authorization_decision_check2 CHECK (((action = 'A'::text) = ((patient_responsibility IS NOT NULL) AND (maximum_covered IS NOT NULL)))),
  constraint authorization_decision_check3 CHECK (((action = ANY (ARRAY['D'::text, 'I'::text])) = ((reason_code IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint authorization_decision_check4 CHECK (((action = 'O'::text) = (comment IS NOT NULL))),
  constraint authorization_decision_comment_check CHECK (((char_length(comment) >= 5) AND (char_length(comment) <= 500))),
  constraint undone_decision_check CHECK ((undone_at < undo_until)),
  constraint undone_decision_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES staff_user(id),
  constraint undone_decision_first_approved_by_fkey FOREIGN KEY (first_approved_by) REFERENCES staff_user(id),
  constraint undone_decision_itn_fkey FOREIGN KEY (itn) REFERENCES authorization_request(itn),
  constraint undone_decision_pkey PRIMARY KEY (id)
);
CREATE INDEX undone_decision_by_itn ON public.undone_decision USING btree (itn, round);
CREATE INDEX undone_decision_by_time ON public.undone_decision USING btree (client_code, undone_at);
create policy of_clients on undone_decision for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
create policy of_every_client on undone_decision for all using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
CREATE TRIGGER undone_decision_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.undone_decision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table used_logout_token (
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_logout_token_pkey PRIMARY KEY (token_hash)
);

create table vob (
  number text not null,
  client_code text not null,
  issued_at timestamp with time zone not null,
  issued_by uuid not null,
  network_code text not null,
  provider_hash text not null,
  provider_name text not null,
  policy_number text not null,
  patient_name text not null,
  date_of_service date not null,
  fields jsonb not null,
  pdf bytea not null,
  pdf_sha256 bytea not null,
  ticket_hash bytea,
  search_text text not null generated always as (((search_key(((((((number || ' '::text) || provider_name) || ' '::text) || patient_name) || ' '::text) || policy_number)) || ' '::text) || lower(number_key(policy_number)))) stored,
  policy_key text not null generated always as (number_key(policy_number)) stored,
  constraint vob_check CHECK ((pdf_sha256 = sha256(pdf))),
  constraint vob_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES staff_user(id),
  constraint vob_number_check CHECK ((number ~ '^VOB-\d{4}-\d{6,}$'::text)),
  constraint vob_pkey PRIMARY KEY (number),
  constraint vob_ticket_hash_key UNIQUE (ticket_hash)
);
CREATE INDEX vob_newest ON public.vob USING btree (client_code, issued_at DESC, number DESC);
CREATE INDEX vob_of_policy ON public.vob USING btree (client_code, policy_key, issued_at);
create policy erase_every_client on vob for delete using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
create policy read_every_client on vob for select using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
create policy vob_of_client on vob for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
CREATE TRIGGER vob_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.vob FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table vob_withdrawal (
  number text not null,
  client_code text not null,
  withdrawn_at timestamp with time zone not null,
  withdrawn_by uuid not null,
  reason text not null,
  constraint vob_withdrawal_number_fkey FOREIGN KEY (number) REFERENCES vob(number),
  constraint vob_withdrawal_pkey PRIMARY KEY (number),
  constraint vob_withdrawal_reason_check CHECK (((length(reason) >= 5) AND (length(reason) <= 500))),
  constraint vob_withdrawal_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES staff_user(id)
);
create policy erase_every_client on vob_withdrawal for delete using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
create policy read_every_client on vob_withdrawal for select using (( SELECT (current_setting('portal.every_client'::text, true) = 'yes'::text)));
create policy vob_withdrawal_of_client on vob_withdrawal for all using ((client_code = ANY (( SELECT string_to_array(current_setting('portal.client_codes'::text, true), ','::text) AS string_to_array)::text[])));
CREATE TRIGGER vob_withdrawal_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.vob_withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table vob_year (
  year integer not null,
  last_number integer not null,
  constraint vob_year_pkey PRIMARY KEY (year)
);

create table wrong_card (
  session_id uuid not null,
  account_id uuid not null,
  place text not null,
  asked_at timestamp with time zone not null,
  policy_hash bytea,
  constraint wrong_card_session_id_fkey FOREIGN KEY (session_id) REFERENCES member_session(id) ON DELETE CASCADE
);
CREATE INDEX wrong_card_asked_at ON public.wrong_card USING btree (asked_at);
CREATE INDEX wrong_card_of_account ON public.wrong_card USING btree (account_id, asked_at);
CREATE INDEX wrong_card_of_policy ON public.wrong_card USING btree (policy_hash, asked_at);
CREATE INDEX wrong_card_of_session ON public.wrong_card USING btree (session_id);
