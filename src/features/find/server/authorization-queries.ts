import { z } from 'zod'
import { formatMoney } from '#platform/contract/money.ts'
import { type Database, prefixCondition, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { type FoundAuthorization, foundAuthorization } from '../contract.ts'
import type { TypedText } from '../rules.ts'
import { inAnyCode, itnKeys } from './case-queries.ts'
import { type NameRange, rangesQuery, ranks, rowLimit } from './name-queries.ts'

const authorizationRow = foundAuthorization.omit({ totalChargeFormatted: true }).extend({
  totalCharge: z.string(),
  currency: z.string(),
  receivedAt: z.date(),
  decidedAt: z.date().nullable(),
})

type Scope = {
  ranges: readonly NameRange[]
  codes: readonly string[]
  /** The incidents of the cases that were found. */
  incidents: readonly string[]
}

/** Finds authorizations by ITN, by the patient's name and by the cases that were found; pending ones first. */
export async function findAuthorizations(
  db: Database,
  typed: TypedText,
  scope: Scope,
  signal?: AbortSignal,
): Promise<FoundAuthorization[]> {
  const rows = await queryRows(db, authorizationRow, authorizationsQuery(typed, scope), {
    signal,
    isPrepared: true,
  })
  return rows.map(({ totalCharge, currency, receivedAt, decidedAt, ...row }) => ({
    ...row,
    totalChargeFormatted: formatMoney(totalCharge, currency),
    receivedAt: receivedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

const authorizationsQuery = (typed: TypedText, { ranges, codes, incidents }: Scope) => sql`
  with hit as materialized (
       select itn, min(rank) as rank
         from (${sql.join(hitQueries(typed, { ranges, codes, incidents }), sql` union all `)}) as hit (rank, itn)
        group by itn)
  select r.itn as "itnNumber", r.client_code as client, code.name as carrier, r.patient_name as "patientName",
         r.provider_name as "providerName", r.incident_number as "incidentNumber",
         r.service_from as "serviceFrom", r.service_to as "serviceTo", r.total_charge as "totalCharge", r.currency,
         r.received_at as "receivedAt", r.is_pending as "isPending", last.action, last.decided_at as "decidedAt",
         i.row_key as "caseHash"
    from hit
    join authorization_request r on r.itn = hit.itn
    join client_code code on code.code = r.client_code
    left join incident i on i.incident_number = r.incident_number and i.client_code = r.client_code
    left join lateral (
         select d.action, d.decided_at from authorization_decision d
          where d.itn = r.itn order by d.round desc limit 1) as last on true
   order by hit.rank, not r.is_pending, r.received_at, r.itn
   limit ${rowLimit}`

function hitQueries(typed: TypedText, { ranges, codes, incidents }: Scope): Sql[] {
  const rank = typed.hasDigit ? ranks.exact : ranks.letters
  const byItn = typed.isWhole
    ? sql`
    select ${rank}::int, r.itn
      from authorization_request r
     where ${inAnyCode(codes)} and r.itn_key = any(array(select key from ${itnKeys(typed)} as wanted))`
    : sql`
    select case when r.itn_key = wanted.key then ${rank}::int else ${rank}::int + 1 end, r.itn
      from ${itnKeys(typed)} as wanted
     cross join unnest(${codes}::text[]) as code
     cross join lateral (
           ${pendingFirst(sql`itn_key`, { code: sql`code`, prefix: sql`wanted.key` })}) as r`
  const byIncident = sql`
    select ${ranks.firstName}::int, itn from authorization_request
     where ${inAnyCode(codes)} and incident_number = any(${incidents}::text[])`
  const names = ranges.filter(({ key }) => key === 'name')
  const byPatient = sql`
    select range.rank, r.itn
      from ${rangesQuery(names, codes)} as range
     cross join lateral (
           ${pendingFirst(sql`patient_name_key`, { code: sql`range.code`, prefix: sql`range.prefix` })}) as r`
  return [byItn, ...(incidents.length > 0 ? [byIncident] : []), ...(names.length > 0 ? [byPatient] : [])]
}

/** The first authorizations of a range: as many pending ones as are shown, and as many of any kind. */
function pendingFirst(key: Sql, { code, prefix }: { code: Sql; prefix: Sql }): Sql {
  const first = (condition: Sql) => sql`
    (select itn, itn_key
       from authorization_request
      where client_code = ${code} and ${prefixCondition(key, prefix)} and ${condition}
      order by ${key}
      limit ${rowLimit})`
  return sql`${first(sql`is_pending`)} union all ${first(sql`true`)}`
}
