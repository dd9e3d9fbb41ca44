import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRows, type Sql, sql } from '#platform/db/database.ts'

/**
 * Where personal data is. Every table is in one of the kinds, which a test compares with the database, so that a new
 * table cannot be forgotten.
 */

/** The tables of each kind of a client's data. Rows are deleted in this order, which the foreign keys require. */
export const caseTables = [
  'emergency_read',
  'emergency_access',
  'recent_case',
  'note',
  'case_document',
  'medical_record',
  'bill',
  'document_file',
  'incident',
] as const
export const authorizationTables = [
  'authorization_lease',
  'authorization_comment',
  'authorization_intake',
  'decision_message',
  'approval_proposal',
  'undone_decision',
  'authorization_decision',
  'authorization_request',
] as const
export const letterTables = ['vob_withdrawal', 'vob'] as const
export const patientTables = ['policy', 'patient', 'patient_name'] as const
export const memberTables = ['wrong_card', 'member_session', 'member_account'] as const

/** Personal data that is deleted on a schedule of its own, with how long it stays. */
export const shortLived = {
  outbox: 'mail, 30 days after it was sent or given up',
  login_throttle: 'failed logins, 10 minutes',
  refused_request: 'addresses of refused requests, and who sent them, two minutes',
  request_count: 'hashes of addresses, until the window of a rate limit ends',
  provider_email: 'hashes of emails with providers, a day',
  sign_in_attempt: 'sign-ins that have begun, 15 minutes',
  staff_session: 'sessions of staff and of members, a day',
  ticket: 'tickets for documents, a minute',
  decision_answer: 'responses to decisions, 7 days',
  report_run: 'reports, an hour after they ended',
  report_part: 'reports, with their run',
  emergency_refusal: 'attempts to open a case in an emergency that matched none, an hour',
  reading_alert: 'alerts about mass reading, 30 days',
} as const

/** Data of people who are not patients or members. Operators remove it with the commands named here. */
export const otherPeople = {
  staff_user: 'staff: person erase-staff',
  staff_grant: 'rights of staff: staff revoke',
  authorization_view: 'filters that staff saved: on the page, or with the person whom a filter names',
  queue_email: 'daily emails that staff turned on: on the page',
  account_manager: 'account managers: the clients file',
  feedback: 'feedback of visitors: FEEDBACK_RETENTION',
  provider: 'providers: providers hide, or the next roster',
  provider_before: 'providers as they were before an import',
  hidden_provider: 'hidden providers: providers show',
  scim_person: 'staff whom an identity provider sends: until it removes them',
  scim_right: 'their rights: until the identity provider removes them',
  scim_bar: 'names of staff whose access an operator turned off: staff enable',
  service_token: 'names of programs: service revoke',
  import_run: 'names of files and operators of imports',
  legal_hold: 'holds: hold remove',
  erasure: 'certificates, without personal data',
  audit_event: 'the audit trail: keys of patients, and typed text until it is erased',
} as const

/** Tables in which a person can be mentioned in other people's rows. */
export const mentioningTables: readonly string[] = [
  ...caseTables,
  ...authorizationTables,
  ...letterTables,
  ...patientTables,
  ...memberTables,
  'outbox',
  'authorization_view',
  'audit_event',
  'feedback',
  'decision_answer',
  'report_run',
  'legal_hold',
]

/** How many rows of each table were deleted. */
export type Counts = Record<string, number>

export function addCounts(all: Counts, added: Counts) {
  for (const [name, count] of Object.entries(added)) if (count > 0) all[name] = (all[name] ?? 0) + count
}

/** Returns how many rows there are in all tables. */
export const sumCounts = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Deletes the rows that meet a condition, in the order of the tables. */
export async function deleteRows(db: Database, tables: readonly string[], condition: Sql): Promise<Counts> {
  const counts: Counts = {}
  for (const table of tables)
    counts[table] = await execute(db, sql`delete from ${sql.table(table)} where ${condition}`)
  return counts
}

/** Deletes cases with everything in them. Their authorizations stay. */
export async function deleteCases(db: Database, condition: Sql): Promise<Counts> {
  await queueDocuments(db, sql`select sha256 from document_file where ${condition}`)
  return deleteRows(db, caseTables, condition)
}

/**
 * Deletes bills in authorization with their decisions, comments and PDFs. Keeps the places of the decisions in the
 * feed.
 */
export async function deleteAuthorizations(db: Database, condition: Sql): Promise<Counts> {
  await queueDocuments(db, sql`select sha256 from authorization_intake where ${condition}`)
  const places = sql`select id, position, client_id from decision_message where ${condition} and position is not null`
  await execute(db, sql`insert into erased_decision ${places}`)
  return deleteRows(db, authorizationTables, condition)
}

export const deleteLetters = (db: Database, condition: Sql): Promise<Counts> =>
  deleteRows(db, letterTables, condition)

export type PatientKey = { clientCode: string; patientCode: string }

/** Deletes patients without cases, their policies, and the names that no other patient of the client has. */
export async function deletePatients(db: Database, keys: readonly PatientKey[]): Promise<Counts> {
  const counts: Counts = {}
  for (const { clientCode, patientCode } of keys) {
    const own = sql`client_code = ${clientCode} and patient_code = ${patientCode}`
    const row = z.object({ last: z.string(), first: z.string() })
    const names = sql`select last_name_key as last, search_key(first_name) as first from patient where ${own}`
    const [name] = await queryRows(db, row, names)
    addCounts(counts, await deleteRows(db, ['policy', 'patient'], own))
    if (!name) continue
    const others = sql`select from patient p where p.client_code = n.client_code and`
    const patient_name = await execute(
      db,
      sql`
      delete from patient_name n
       where n.client_code = ${clientCode}
         and (n.is_last and n.name = ${name.last} and not exists (${others} p.last_name_key = n.name)
           or not n.is_last and n.name = ${name.first} and not exists (${others} search_key(p.first_name) = n.name))`,
    )
    addCounts(counts, { patient_name })
  }
  return counts
}

/** Deletes member accounts with their sessions. */
export async function deleteMembers(db: Database, ids: readonly string[]): Promise<Counts> {
  const counts = await deleteRows(db, ['wrong_card', 'member_session'], sql`account_id = any(${ids}::uuid[])`)
  return { ...counts, ...(await deleteRows(db, ['member_account'], sql`id = any(${ids}::uuid[])`)) }
}

/** Deletes the records or documents of cases, and the file of a case once nothing refers to its pages. */
export async function deleteRecords(
  db: Database,
  table: 'medical_record' | 'case_document',
  incidents: readonly string[],
): Promise<Counts> {
  const counts = await deleteRows(db, [table], sql`incident_number = any(${incidents})`)
  return { ...counts, ...(await deleteUnusedFiles(db, incidents)) }
}

/** Deletes bills of cases, and the file of a case once nothing refers to its pages. */
export async function deleteBills(db: Database, itns: readonly string[]): Promise<Counts> {
  const rows = await queryRows(
    db,
    z.object({ incident: z.string() }),
    sql`delete from bill where itn = any(${itns}) returning incident_number as incident`,
  )
  const incidents = [...new Set(rows.map(({ incident }) => incident))]
  return { bill: rows.length, ...(await deleteUnusedFiles(db, incidents)) }
}

async function deleteUnusedFiles(db: Database, incidents: readonly string[]): Promise<Counts> {
  const unused = sql`
    incident_number = any(${incidents})
    and not exists (select from medical_record r where r.incident_number = document_file.incident_number)
    and not exists (select from case_document d where d.incident_number = document_file.incident_number)
    and not exists (select from bill b where b.incident_number = document_file.incident_number
                                         and b.image_page_start is not null)`
  await queueDocuments(db, sql`select sha256 from document_file where ${unused}`)
  return deleteRows(db, ['document_file'], unused)
}

/** Forgets the queued documents that another case or bill still has. Returns how many are left. */
export async function keepSharedDocuments(db: Database): Promise<number> {
  await execute(
    db,
    sql`
    delete from erased_document e
     where exists (select from document_file f where f.sha256 = e.sha256)
        or exists (select from authorization_intake i where i.sha256 = e.sha256)`,
  )
  return (await queryRows(db, z.object({}), sql`select from erased_document`)).length
}

/** Files are removed after the commit, by `removeErasedDocuments`. */
const queueDocuments = (db: Database, hashes: Sql) =>
  execute(
    db,
    sql`insert into erased_document (sha256, erased_at) select distinct sha256, ${now()}::timestamptz from (${hashes}) as gone
            on conflict do nothing`,
  )
