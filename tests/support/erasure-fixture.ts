import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { searchPatients } from '#cases/contract.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { sealAuditEntries, verifyAuditChain } from '#platform/db/audit-chain-queries.ts'
import { findUnrecordedRedactions } from '#platform/db/audit-redaction-queries.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills } from './authorization-fixture.ts'
import { openCasePortal, templateWithFewPlaces } from './case-portal-fixture.ts'
import { makePdf } from './make-pdf.ts'

type Portal = Awaited<ReturnType<typeof openCasePortal>>

/** Every text about the person has this in it. */
const mark = 'zzmark'
/** The person, and their case. */
export const who = 'ACME1 ZZMARK7'
export const incident = '24000000777'

/** A portal to which a person can be added, and in which what is left of the person can be found. */
export async function openErasurePortal() {
  const portal = await openCasePortal({}, templateWithFewPlaces)
  return {
    ...portal,
    addPerson: () => addPerson(portal),
    findMarked: (text?: string) => findMarked(portal, text),
    listDocuments: () => listDocuments(portal),
    verify: () => verify(portal),
  }
}

/**
 * Adds a patient with rows of every kind, and entries of the trail in which a person typed the name. Returns the ID of
 * that person.
 */
async function addPerson(portal: Portal): Promise<string> {
  const { rejects } = await portal.fixture.import({
    'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\nZZMARK7,ACME1,Zzmarkson,Zzmarkia,1971-02-03\n`,
    'policies.csv': 'policyNumber,patientCode,effectiveDate\nZZMARK-POL-7,ZZMARK7,2025-01-01\n',
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n${incident},ZZMARK7,ZZMARK-POL-7,2026-03-01,Zzmark fell,2026-03-02,Zzmark was operated.\n`,
    'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd\nR7,${incident},2026-03-10,1,1\n`,
    'documents.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd\nD7,${incident},2026-03-06,2,2\n`,
    'bills.csv': `itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd\nZZMARKITN7,${incident},Mercy Hospital,2026-03-04,2026-03-09,USD,1250.5,900.25,2026-04-01,Paid,2,2\n`,
    'notes.csv': `id,incidentNumber,timestamp,type,author,noteText\nN7,${incident},2026-03-04T10:00:00-05:00,Call,M. Draftwick,Called Mrs. Zzmarkson.\n`,
    [`files/${incident}.pdf`]: await makePdf(['Zzmark 1', 'Zzmark 2']),
  })
  if (rejects.length > 0) throw new Error(rejects.join('\n'))
  const { userId, call } = await portal.staffOf('acme')
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ZZMARKITN8', client: 'ACME1', patientName: 'Zzmarkson, Zzmarkia', incidentNumber: incident },
  ])
  await portal.asOwner(async (db) => {
    const decided = sql`'ZZMARKITN8', 1, 'ACME1', 'O', 'USD', 1250.50, 'Zzmark must call', ${userId}::uuid, 'Ann', ${now()}, 'Zzmarkson, Zzmarkia'`
    const comment = sql`'ZZMARKITN8', gen_random_uuid(), 'ACME1', ${now()}, 'Ann', ${userId}::uuid, 'Zzmarkson called'`
    const pdf = sql`convert_to('a letter for Zzmarkson', 'UTF8')`
    for (const statement of [
      sql`select set_config('portal.client_codes', 'ACME1', true)`,
      sql`insert into authorization_decision (itn, round, client_code, action, currency, total_charge, comment, decided_by, decided_by_name, decided_at, patient_name) values (${decided})`,
      sql`insert into decision_message (itn, round, client_code, client_id, made_at, undo_until, position) values ('ZZMARKITN8', 1, 'ACME1', 'acme', ${now()}, ${now()}, nextval('decision_message_position'))`,
      sql`insert into authorization_comment (itn, id, client_code, written_at, author, written_by, comment_text) values (${comment})`,
      sql`insert into note (incident_number, id, client_code, written_at, kind, author, note_text, written_by) values (${incident}, 'portal:7', 'ACME1', ${now()}, 'Note', 'Ann', 'Zzmarkson rang', ${userId}::uuid)`,
      sql`insert into vob (number, client_code, issued_at, issued_by, network_code, provider_hash, provider_name, policy_number, patient_name, date_of_service, fields, pdf, pdf_sha256)
          values ('VOB-2026-777777', 'ACME1', ${now()}, ${userId}::uuid, 'x', 'x', 'Mercy', 'ZZMARK-POL-7', 'Zzmarkia Zzmarkson', '2026-03-04', '{"name": "Zzmarkson"}', ${pdf}, sha256(${pdf}))`,
      sql`insert into vob_withdrawal (number, client_code, withdrawn_at, withdrawn_by, reason) values ('VOB-2026-777777', 'ACME1', ${now()}, ${userId}::uuid, 'Zzmarkson moved')`,
      sql`insert into recent_case (user_id, incident_number, client_code, opened_at) values (${userId}::uuid, ${incident}, 'ACME1', ${now()})`,
      sql`insert into emergency_access (id, user_id, user_name, client_id, client_code, incident_number, reason, opened_at, expires_at)
          values ('77777777-7777-4777-8777-777777777777', ${userId}::uuid, 'Ann', 'acme', 'ACME1', ${incident}, 'Zzmarkson is in surgery', ${now()}, 'infinity')`,
      sql`insert into emergency_read (access_id, client_code, incident_number, at, action, subject, detail)
          values ('77777777-7777-4777-8777-777777777777', 'ACME1', ${incident}, ${now()}, 'case opened', ${incident}, '{"zzmark": 1}')`,
      sql`insert into outbox (recipient, subject, body_text, body_html, made_at, due_at, sent_at) values ('a@example.com', 'x', 'About Zzmarkson, Zzmarkia', '', ${now()}, ${now()}, ${now()})`,
      sql`insert into authorization_view (user_id, client_id, name, filters, created_at) values (${userId}::uuid, 'acme', 'mine', '{"text": "zzmark pol 7"}', ${now()})`,
    ])
      await execute(db, statement)
  })
  await call(searchPatients, { searchTerm: 'Zzmark', searchType: 'NAMEL', client: 'ACME1' })
  const { app } = portal.databaseContext
  const typed = { actor: userId, action: 'found by typing', subject: 'ACME1' }
  await audit(app, { ...typed, detail: { searchTerm: 'Zzmarkson', rows: 0 } })
  await audit(app, { ...typed, detail: { searchTerm: 'the zzmark pol 7', rows: 0 } })
  await audit(app, {
    ...typed,
    detail: { searchTerm: 'Sampleton', name: 'Zzma', rows: 1 },
    shown: ['24000000017'],
  })
  await audit(app, { actor: userId, action: 'case opened', subject: incident, clientCode: 'ACME1' })
  await audit(app, { actor: userId, action: 'bill image opened', subject: 'ZZMARKITN7', clientCode: 'ACME1' })
  await sealAuditEntries(portal.databaseContext.owner)
  return userId
}

/** The tables that have a text in any column; the mark also within bytes. */
async function findMarked(portal: Portal, text = mark): Promise<string[]> {
  const name = z.object({ name: z.string() })
  const tables = sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`
  const hex = Buffer.from('Zzmark').toString('hex')
  const pattern = text === mark ? `(${mark}|${hex})` : text
  const searches = (await queryRows(portal.databaseContext.owner, name, tables)).map(
    ({ name: table }) =>
      sql`(select ${table}::text as name from ${sql.table(table)} t where t::text ~* ${pattern} limit 1)`,
  )
  const found = await portal.asOwner((db) => queryRows(db, name, sql.join(searches, sql` union all `)))
  return found.map(({ name: table }) => table).sort()
}

/** The stored documents. */
const listDocuments = async (portal: Portal) =>
  (await readdir(join(portal.config.DATA_DIR, 'documents'), { recursive: true })).filter((name) =>
    name.endsWith('.pdf'),
  )

/** Seals the trail and compares it with its chain. */
async function verify(portal: Portal) {
  const { owner } = portal.databaseContext
  await sealAuditEntries(owner)
  const { faults, redacted } = await verifyAuditChain(owner)
  return { faults, redacted, unrecorded: await findUnrecordedRedactions(owner) }
}
