import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { type BillSums, billSums, maxPendingOfCase, readCase } from '../case-contract.ts'
import type { CaseRow } from '../contract.ts'
import { findCasesByRow } from './case-queries.ts'

const { case: caseRow, counts: caseCounts, pendingAuthorizations } = readCase.response.shape

const patientName = caseRow.pick({ lastName: true, firstName: true })

/** Finds the parts of the name of an incident's patient. */
export async function findPatientName(db: Database, incidentNumber: string, signal?: AbortSignal) {
  const found = await queryRow(
    db,
    patientName,
    sql`
    select last_name as "lastName", first_name as "firstName"
      from patient
      join incident using (client_code, patient_code)
     where incident_number = ${incidentNumber}`,
    { signal },
  )
  return patientName.parse(found)
}

/** Counts what an incident contains. */
export async function countContents(db: Database, incidentNumber: string, signal?: AbortSignal) {
  const counts = await queryRow(
    db,
    caseCounts,
    sql`
    select records.count as "medicalRecords", records.pages as "recordPages", documents.count as "caseDocuments",
           bills.count as bills, bills.processed as "processedBills", notes.count as notes
      from (select count(*)::int as count, coalesce(sum(page_end - page_start + 1), 0)::int as pages
              from medical_record where incident_number = ${incidentNumber}) records,
           (select count(*)::int as count from case_document where incident_number = ${incidentNumber}) documents,
           (select count(*)::int as count, count(processed_on)::int as processed
              from bill where incident_number = ${incidentNumber}) bills,
           (select count(*)::int as count from note where incident_number = ${incidentNumber}) notes`,
    { signal },
  )
  return caseCounts.parse(counts)
}

/** Adds up the bills of an incident by currency, as `calculateTotals` of billing does. Savings count repriced bills only. */
export const sumBills = (db: Database, incidentNumber: string, signal?: AbortSignal): Promise<BillSums[]> =>
  queryRows(
    db,
    billSums,
    sql`
    select currency,
           count(*)::int as bills,
           sum(total_charges) as charges,
           coalesce(sum(repriced_amount), 0) as repriced,
           coalesce(sum(total_charges - repriced_amount), 0) as savings,
           count(*) filter (where repriced_amount is null)::int as "unpricedBills",
           coalesce(sum(total_charges) filter (where repriced_amount is null), 0) as unpriced
      from bill
     where incident_number = ${incidentNumber}
     group by currency
     order by currency`,
    { signal },
  )

const pendingRow = pendingAuthorizations.element.extend({
  receivedAt: z.date().transform((at) => at.toISOString()),
})

/** Lists the pending authorizations of an incident that waited longest, longest wait first. */
export const findPendingOfIncident = (db: Database, incidentNumber: string, signal?: AbortSignal) =>
  queryRows(
    db,
    pendingRow,
    sql`
    select itn, provider_name as "providerName", currency, total_charge as "totalCharge",
           received_at as "receivedAt"
      from authorization_request
     where incident_number = ${incidentNumber} and is_pending
     order by received_at, itn
     limit ${maxPendingOfCase}`,
    { signal },
  )

/** The maximum number of recent cases of a person, for each client. */
const maxRecent = 10

/** Selects the recent cases of a person in scope, newest first. */
const recentQuery = (userId: string) => sql`
  select incident_number from recent_case where user_id = ${userId} order by opened_at desc, incident_number`

/**
 * Records that a person opened a case, and keeps only the most recent ones: a list of fixed length, which this write trims,
 * while cleanup jobs delete rows by their age. Row-level security limits the cases that are removed to those in scope, so
 * that internal staff have recent cases of each client.
 */
export async function recordOpening(
  db: Database,
  userId: string,
  { incidentNumber, client }: Pick<CaseRow, 'incidentNumber' | 'client'>,
) {
  await execute(
    db,
    sql`
    insert into recent_case (user_id, incident_number, client_code, opened_at)
    values (${userId}, ${incidentNumber}, ${client}, ${now()})
    on conflict (user_id, incident_number) do update set opened_at = excluded.opened_at`,
  )
  await execute(
    db,
    sql`
    delete from recent_case
     where user_id = ${userId}
       and incident_number in (${recentQuery(userId)} offset ${maxRecent})`,
  )
}

/** Finds the recent cases of a person in scope, newest first. */
export async function findRecentCases(db: Database, userId: string, signal?: AbortSignal) {
  const recent = await queryRows(
    db,
    z.object({ row: z.string() }),
    sql`
    select i.row_key as row
      from recent_case r
      join incident i on i.client_code = r.client_code and i.incident_number = r.incident_number
     where r.user_id = ${userId}
     order by r.opened_at desc, r.incident_number
     limit ${maxRecent}`,
    { signal },
  )
  return findCasesByRow(
    db,
    recent.map(({ row }) => row),
    signal,
  )
}
