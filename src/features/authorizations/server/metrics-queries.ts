import { z } from 'zod'
import { type ClientScope, type Database, queryRows, sql } from '#platform/db/database.ts'
import { clientMetrics, type MetricsPeriod } from '../decided-contract.ts'
import { periodConditions } from './decided-queries.ts'

const metricsRow = clientMetrics.extend({ client: z.string().nullable(), carrier: z.string().nullable() })

type WantedMetrics = { scope: ClientScope; period: MetricsPeriod; timeZone: string }

/** Computes the figures of each client code and, without a code, of all. Undone decisions are in another table. */
export function findMetrics(db: Database, { scope, period, timeZone }: WantedMetrics, signal: AbortSignal) {
  const conditions = sql.join(
    [sql`d.client_code = any(${scope}::text[])`, ...periodConditions(period, timeZone)],
    sql` and `,
  )
  return queryRows(
    db,
    metricsRow,
    sql`
    with decided as (
      select d.client_code, count(*) filter (where action = 'A') as a, count(*) filter (where action = 'D') as d,
             count(*) filter (where action = 'I') as i, count(*) filter (where action = 'O') as o,
             -- The back office may send a time of receipt that is up to a day ahead.
             round(percentile_cont(0.5)
               within group (order by greatest(0, extract(epoch from decided_at - received_at))) / 60)::int as median,
             count(due_at) as due, count(*) filter (where decided_at <= due_at) as on_time
        from authorization_decision d
       where ${conditions}
       group by grouping sets ((d.client_code), ())
    ), open as (
      select r.client_code, count(*) as open
        from authorization_request r
       where r.is_pending and r.client_code = any(${scope}::text[])
       group by grouping sets ((r.client_code), ())
    )
    select k.code as client, k.name as carrier, coalesce(o.open, 0) as open,
           json_build_object('A', coalesce(d.a, 0), 'D', coalesce(d.d, 0), 'I', coalesce(d.i, 0),
                             'O', coalesce(d.o, 0)) as decided,
           d.median as "medianMinutes", coalesce(d.due, 0) as "withDueTime", coalesce(d.on_time, 0) as "onTime"
      from (select code, name, position from client_code where code = any(${scope}::text[])
             union all
            select null, null, null) as k
      left join decided d on d.client_code is not distinct from k.code
      left join open o on o.client_code is not distinct from k.code
     order by k.position`,
    { signal },
  )
}
