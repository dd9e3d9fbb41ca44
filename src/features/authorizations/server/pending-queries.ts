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

/**
 * Cases, images and comments are looked up per row: after an import, outdated statistics would mislead the planner's
 * joins.
 */
const requestsQuery = (userId: string | undefined) => sql`
  select r.itn              as "itnNumber",
         r.round,
         r.client_code      as client,
         c.name             as carrier,
         r.hmo,
         r.policy_number    as policy,
         r.incident_number  as "incidentNumber",
         (select i.row_key
            from incident i
           where i.incident_number = r.incident_number and i.client_code = r.client_code) as "caseHash",
         exists (select
                   from bill b
                   join document_file f on f.incident_number = b.incident_number and b.image_page_end <= f.pages
                  where b.itn = r.itn and b.incident_number = r.incident_number
                    and b.client_code = r.client_code) as "billImage",
         exists (select from authorization_intake i where i.itn = r.itn and i.round = r.round) as "submittedPdf",
         (select count(*)::int from authorization_comment k where k.itn = r.itn) as comments,
         r.patient_name     as "patientName",
         r.provider_name    as "providerName",
         r.service_from     as "serviceFrom",
         r.service_to       as "serviceTo",
         r.total_charge     as "totalChargeAmount",
         r.currency,
         r.received_at      as "receivedAt",
         r.due_at           as "dueAt",
         case when u.id is not null then
           json_build_object('id', u.id, 'name', coalesce(u.name, u.email, u.subject),
                             'isMe', u.id is not distinct from ${userId ?? null}::uuid)
         end                as assignee
    from authorization_request r
    join client_code c on c.code = r.client_code
    left join staff_user u on u.id = r.assignee_id`

/**
 * Lists pending authorizations by time left, then those without a due time, longest wait first. Has one extra row if
 * there are more than the response limit. `userId` is the person who reads the list.
 */
export async function findPendingAuthorizations(
  db: Database,
  userId?: string,
  signal?: AbortSignal,
): Promise<PendingAuthorization[]> {
  const query = sql`${requestsQuery(userId)} where r.is_pending order by r.due_at, r.received_at, r.itn limit ${maxPending + 1}`
  const rows = await queryRows(db, requestRow, query, { signal })
  return rows.map(toPendingAuthorization)
}

/** Finds the bill with an ITN, decided or not. */
export async function findBill(db: Database, itn: string): Promise<PendingAuthorization | undefined> {
  const row = await queryRow(db, requestRow, sql`${requestsQuery(undefined)} where r.itn = ${itn}`)
  return row && toPendingAuthorization(row)
}

const minuteMs = 60_000

/** Copies the whole row: an object rest is several times slower than a full spread. */
function toPendingAuthorization(row: RequestRow): PendingAuthorization {
  const { serviceFrom, serviceTo, totalChargeAmount, currency, receivedAt, dueAt } = row
  return {
    ...row,
    datesOfService:
      serviceFrom === serviceTo
        ? formatDay(serviceFrom)
        : `${formatDay(serviceFrom)}-${formatDay(serviceTo)}`,
    totalCharge: Number(totalChargeAmount),
    totalChargeFormatted: formatMoney(totalChargeAmount, currency),
    receivedAt: receivedAt.toISOString(),
    waitingMinutes: minutesSince(receivedAt),
    dueAt: dueAt?.toISOString() ?? null,
    dueInMinutes: dueAt && Math.floor((dueAt.getTime() - now().getTime()) / minuteMs),
  }
}
