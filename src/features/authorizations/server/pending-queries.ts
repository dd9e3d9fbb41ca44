import { z } from 'zod'
import { minutesSince, now } from '#platform/contract/clock.ts'
import { formatDay } from '#platform/contract/date-format.ts'
import { formatMoney } from '#platform/contract/money.ts'
import { type Database, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { type PendingAuthorization, pendingAuthorization } from '../contract.ts'

/** The maximum number of pending authorizations in a response. */
export const maxPending = 10_000

/** A stored bill, without the values derived for display. */
const requestRow = pendingAuthorization
  .omit({
    datesOfService: true,
    totalCharge: true,
    totalChargeFormatted: true,
    waitingMinutes: true,
    dueInMinutes: true,
  })
  .extend({ receivedAt: z.date(), dueAt: z.date().nullable() })
type RequestRow = z.infer<typeof requestRow>

const requestsQuery = sql`
  select r.itn              as "itnNumber",
         r.round,
         r.client_code      as client,
         c.name             as carrier,
         r.hmo,
         r.policy_number    as policy,
         r.incident_number  as "incidentNumber",
         i.row_key          as "caseHash",
         b.itn is not null  as "billImage",
         r.patient_name     as "patientName",
         r.provider_name    as "providerName",
         r.service_from     as "serviceFrom",
         r.service_to       as "serviceTo",
         r.total_charge     as "totalChargeAmount",
         r.currency,
         r.received_at      as "receivedAt",
         r.due_at           as "dueAt"
    from authorization_request r
    join client_code c on c.code = r.client_code
    left join incident i on i.incident_number = r.incident_number and i.client_code = r.client_code
    left join (bill b join document_file f on f.incident_number = b.incident_number and b.image_page_end <= f.pages)
           on b.itn = r.itn and b.incident_number = r.incident_number and b.client_code = r.client_code`

/**
 * Lists pending authorizations by time left, then those without a due time, longest wait first. Has one extra row if
 * there are more than the response limit.
 */
export async function findPendingAuthorizations(
  db: Database,
  signal?: AbortSignal,
): Promise<PendingAuthorization[]> {
  const query = sql`${requestsQuery} where r.is_pending order by r.due_at, r.received_at, r.itn limit ${maxPending + 1}`
  const rows = await queryRows(db, requestRow, query, { signal })
  return rows.map(toPendingAuthorization)
}

/** Finds the bill with an ITN, decided or not. */
export async function findBill(db: Database, itn: string): Promise<PendingAuthorization | undefined> {
  const row = await queryRow(db, requestRow, sql`${requestsQuery} where r.itn = ${itn}`)
  return row && toPendingAuthorization(row)
}

const minuteMs = 60_000

function toPendingAuthorization({ receivedAt, dueAt, ...row }: RequestRow): PendingAuthorization {
  const { serviceFrom, serviceTo, totalChargeAmount, currency } = row
  return {
    ...row,
    datesOfService: [...new Set([serviceFrom, serviceTo])].map(formatDay).join('-'),
    totalCharge: Number(totalChargeAmount),
    totalChargeFormatted: formatMoney(totalChargeAmount, currency),
    receivedAt: receivedAt.toISOString(),
    waitingMinutes: minutesSince(receivedAt),
    dueAt: dueAt?.toISOString() ?? null,
    dueInMinutes: dueAt && Math.floor((dueAt.getTime() - now().getTime()) / minuteMs),
  }
}
