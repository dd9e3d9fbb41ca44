import { z } from 'zod'
import { dayInTimeZone } from '#platform/contract/date-format.ts'
import { type Database, queryRow, queryRows, type Sql, sql } from '#platform/db/database.ts'
import {
  authorizationEntry,
  billEntry,
  documentEntry,
  type Feed,
  type FeedEntry,
  maxFeedEntries,
  recordEntry,
} from '../activity-contract.ts'
import { byNewest } from '../rules.ts'
import { countContents } from './case-details-queries.ts'
import { decisionsQuery, findIncident, type Key, pageNumbers } from './incident-queries.ts'
import { findNewestNotes } from './note-queries.ts'

/** A feed and the client code of its incident; undefined without such an incident. */
type OwnedFeed = Feed & { client: string }

type FeedOptions = { timeZone: string; withAuthorizations: boolean }

/** Creates a query for the newest activity of an incident with its content. Days are days in a time zone. */
export const createFeedQuery =
  ({ timeZone, withAuthorizations }: FeedOptions) =>
  async (db: Database, key: Key, signal?: AbortSignal): Promise<OwnedFeed | undefined> => {
    const incident = await findIncident(db, key, signal)
    if (!incident) return undefined
    const { incidentNumber, client } = incident
    const list = <Row extends z.ZodType>(row: Row, query: Sql) =>
      queryRows(db, row, sql`${query} limit ${maxFeedEntries}`, { signal })
    const toDay = (instant: string) => dayInTimeZone(timeZone, new Date(instant))
    const notes = await findNewestNotes(db, incidentNumber, maxFeedEntries, signal)
    const authorizations = withAuthorizations
      ? await list(authorizationRow, authorizationsQuery(incidentNumber))
      : []
    const entries: FeedEntry[] = [
      ...notes.map((note) => ({ ...note, kind: 'NOTES' as const, day: toDay(note.timestamp) })),
      ...authorizations.map((row) => ({ ...row, day: toDay(row.at) })),
      ...(await list(billEntry, billsQuery(incidentNumber))),
      ...(await list(recordEntry, recordsQuery(incidentNumber))),
      ...(await list(documentEntry, documentsQuery(incidentNumber))),
    ]
    const counts = await countContents(db, incidentNumber, signal)
    return {
      client,
      entries: entries.toSorted(byNewest),
      counts: {
        NOTES: counts.notes,
        MR: counts.medicalRecords,
        CASE: counts.caseDocuments,
        BILLS: counts.bills,
        AUTH: withAuthorizations ? await countAuthorizations(db, incidentNumber, signal) : 0,
      },
    }
  }

const billsQuery = (incidentNumber: string) => sql`
  select 'BILLS' as kind, coalesce(processed_on, service_to) as day, itn, provider_name as "providerName",
         service_from as "serviceFrom", service_to as "serviceTo", currency, total_charges as "totalCharges",
         repriced_amount as "repricedAmount", total_charges - repriced_amount as savings,
         round(100 * (total_charges - repriced_amount) / nullif(total_charges, 0), 1) as "savingsPercent", processed_on as "processedDate", payment_status as "paymentStatus"
    from bill
   where incident_number = ${incidentNumber}
   order by coalesce(processed_on, service_to) desc, itn desc`

const recordsQuery = (incidentNumber: string) => sql`
  select 'MR' as kind, date_added as day, id, ${pageNumbers} as "pageNumbers", page_start as "pageStartNumber",
         page_end as "pageEndNumber"
    from medical_record
   where incident_number = ${incidentNumber}
   order by date_added desc, page_start, id`

const documentsQuery = (incidentNumber: string) => sql`
  select 'CASE' as kind, date_added as day, id, ${pageNumbers} as "pageNumbers", page_start as "pageStart",
         page_end as "pageEnd"
    from case_document
   where incident_number = ${incidentNumber}
   order by date_added desc, page_start, id`

const authorizationRow = authorizationEntry
  .omit({ day: true })
  .extend({ at: z.date().transform((at) => at.toISOString()) })

/** Pending authorizations, and every decision: a bill that was decided and submitted again has both. */
const authorizationsQuery = (incidentNumber: string) => sql`
  select 'AUTH' as kind, itn, round, provider_name as "providerName", currency, total_charge as "totalCharge",
         decided_at as at, action, decided_by_name as "decidedBy", patient_responsibility as "patientResponsibility",
         maximum_covered as "maximumCovered", coalesce(reason, comment) as reason
    from (${decisionsQuery(sql`${incidentNumber}`)}) as decision
   union all
  select 'AUTH', itn, round, provider_name, currency, total_charge, received_at, null, null, null, null, null
    from authorization_request
   where incident_number = ${incidentNumber} and is_pending
   order by at desc, itn`

async function countAuthorizations(db: Database, incidentNumber: string, signal?: AbortSignal) {
  const counted = await queryRow(
    db,
    z.object({ count: z.int() }),
    sql`select count(*)::int as count from (${authorizationsQuery(incidentNumber)}) as listed`,
    { signal },
  )
  return counted?.count ?? 0
}
