-- An import that failed is recorded, too, with the network that it was to change; null if the rows name their networks.
-- The previous version writes neither: until it is replaced, its failures are not counted.
-- Not called network_code: the previous version joins import_run_network, which has a column of that name.
alter table import_run add column requested_network text;
alter table import_run drop constraint import_run_outcome_check;
alter table import_run add constraint import_run_outcome_check
  check (outcome in ('done', 'refused', 'nothing to do', 'failed'));
update import_run
   set requested_network = (select min(network_code) from import_run_network where run_id = id)
 where kind = 'providers' and (select count(*) from import_run_network where run_id = id) = 1;

-- Each source that was imported: when it last succeeded, and how many of its imports have failed since. A run without an
-- end failed unless its session still holds its lock. The serving role sees neither files nor people.
do $do$
begin
  execute format($create$
    create function list_import_states()
      returns table (kind text, source text, network text, succeeded_at timestamptz, failures int)
      language sql stable security definer set search_path = %I, pg_temp
    as $body$
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
    $body$
  $create$, current_schema());
end $do$;
revoke execute on function list_import_states() from public;
grant execute on function list_import_states() to portal_app;
