import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { redactTypedText } from '#platform/db/audit-redaction-queries.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { clientMessages } from '../../client-messages.ts'
import { messages } from '../../messages.ts'
import {
  addCounts,
  type Counts,
  deleteAuthorizations,
  deleteCases,
  deleteLetters,
  deleteRows,
  keepSharedDocuments,
  patientTables,
  sumCounts,
} from '../data-kinds.ts'
import { entryHasHold } from '../due-queries.ts'
import { eraseAccounts } from '../erase-person.ts'
import {
  type Certificate,
  createNumber,
  createPersonHash,
  signStatement,
  storeCertificate,
} from '../erasure-statements.ts'
import { findHoldsWithin, inErasure, tryInErasure } from '../hold-queries.ts'
import { findUnreadDecisions, lockBills } from '../unread-decision-queries.ts'
import { lastClientCondition } from './client-staff.ts'

type ErasureRequest = {
  clientId: string
  actor: string
  key: KeyObject
  /** Whether bills that wait for a decision are erased, too. */
  withUndecided?: boolean
  /** The certificate of an erasure that is applied again. */
  earlier?: Pick<Certificate, 'number' | 'erasedAt'>
}

/**
 * Erases the data of a client in one transaction: its patients with everything about them, its member accounts, what
 * its staff saved, and in the audit trail typed text and the accounts. Its settings and the other keys in the trail
 * stay. Files of documents are queued, and removed after the commit by `removeErasedDocuments`. Throws a readable error
 * while the client is open, a hold keeps something of it, or something of it is unfinished; and if something is newer
 * than an earlier erasure.
 */
export const eraseClient = (owner: Database, request: ErasureRequest): Promise<Certificate> =>
  inErasure(owner, (db) => erase(db, request))

/** Does what `eraseClient` does, in a transaction that is rolled back. */
export const tryClientErasure = (owner: Database, request: ErasureRequest): Promise<Certificate> =>
  tryInErasure(owner, (db) => erase(db, request))

async function erase(db: Database, { clientId, actor, key, withUndecided, earlier }: ErasureRequest) {
  const client = await lockClient(db, clientId)
  // Also when it is erased again: a client that has come back since has new data.
  if (client.isOpen) throw new Error(clientMessages.isOpen(clientId))
  const holds = await findHoldsWithin(db, { clientId, codes: client.codes })
  if (holds.length > 0) throw new Error(messages.person.held(clientId, holds))
  await lockBills(db, sql`r.client_code = any(${client.codes})`)
  // What is erased again was finished before it was erased; a restored backup may not know.
  if (earlier) await rejectNewer(db, client, earlier)
  else await rejectUnfinished(db, { ...client, withUndecided })
  const counts = await eraseRows(db, client)
  const certificate = signStatement(
    {
      number: earlier?.number ?? createNumber(),
      kind: 'client',
      client: clientId,
      personHash: createPersonHash(key)('client', clientId),
      erasedAt: now().toISOString(),
      erasedBy: actor,
      counts,
    },
    key,
  )
  await storeCertificate(db, certificate)
  const rows = sumCounts(counts)
  const detail = { number: certificate.number, rows }
  await audit(db, {
    actor,
    action: 'client data erased',
    subject: clientId,
    clientCodes: client.codes,
    detail,
  })
  return certificate
}

const clientRow = z.object({ id: z.string(), isOpen: z.boolean(), codes: z.array(z.string()) })
type LockedClient = z.infer<typeof clientRow>

/** Locks a client and its codes, so that no code moves and no patient is added until the transaction ends. */
async function lockClient(db: Database, id: string): Promise<LockedClient> {
  await execute(db, sql`select from client where id = ${id} for update`)
  await execute(db, sql`select from client_code where client_id = ${id} order by code for update`)
  const found = sql`
    select id, enabled as "isOpen", array(select code from client_code where client_id = client.id order by code) as codes
      from client
     where id = ${id}`
  const client = await queryRow(db, clientRow, found)
  if (!client) throw new Error(clientMessages.unknown(id))
  return client
}

/** A restored backup has nothing that is newer than a later erasure. What is newer can belong to a new contract. */
async function rejectNewer(
  db: Database,
  { id, codes }: LockedClient,
  { number, erasedAt }: NonNullable<ErasureRequest['earlier']>,
) {
  const newest = (column: string, table: string) =>
    sql`(select max(${sql.ref(column)}) from ${sql.table(table)} where client_code = any(${codes}))`
  const found = await queryRow(
    db,
    z.object({ isNewer: z.boolean() }),
    sql`
    select coalesce(greatest(${newest('received_at', 'authorization_request')},
                             ${newest('decided_at', 'authorization_decision')}, ${newest('issued_at', 'vob')},
                             ${newest('enter_date', 'incident')}::timestamp at time zone 'UTC')
                    > ${erasedAt}::timestamptz, false) as "isNewer"`,
  )
  if (found?.isNewer) throw new Error(clientMessages.hasNewer(id, number, erasedAt))
}

/** Mail from or to the client’s staff, also those who have left their groups. */
function staffMailCondition(clientId: string) {
  const addresses = sql`(select lower(u.email) from staff_user u where u.email is not null and ${lastClientCondition(clientId)})`
  return sql`(lower(recipient) in ${addresses} or coalesce(lower(reply_to) in ${addresses}, false))`
}

const waitingCondition = sql`sent_at is null and given_up_at is null`

const unfinished = z.object({
  bills: z.number(),
  reports: z.number(),
  mail: z.number(),
  notifications: z.number(),
})

async function rejectUnfinished(
  db: Database,
  { id, codes, withUndecided = false }: LockedClient & Pick<ErasureRequest, 'withUndecided'>,
) {
  const found = await queryRow(
    db,
    unfinished,
    sql`
    select (select count(*) from authorization_request
             where is_pending and client_code = any(${codes}) and not ${withUndecided})::int as bills,
           (select count(*) from report_run where client_id = ${id} and ended_at is null)::int as reports,
           (select count(*) from outbox where ${waitingCondition} and ${staffMailCondition(id)})::int as mail,
           (select count(*) from decision_notification n
              join decision_message m using (position)
             where n.sent_at is null and n.given_up_at is null and m.client_code = any(${codes}))::int as notifications`,
  )
  if (found && Object.values(found).some((count) => count > 0))
    throw new Error(clientMessages.unfinished(id, found))
  const unread = await findUnreadDecisions(db, sql`m.client_code = any(${codes})`)
  if (unread.length > 0) throw new Error(messages.person.unread(id, unread))
}

/** Returns how many rows of each table were deleted or, in the audit trail, redacted. */
async function eraseRows(db: Database, { id, codes }: LockedClient): Promise<Counts> {
  const counts: Counts = {}
  const queued = await keepSharedDocuments(db)
  const ofCodes = sql`client_code = any(${codes})`
  const ofClient = sql`client_id = ${id}`
  const accounts = sql`select id from member_account where client_id = ${id} order by name`
  const ids = (await queryRows(db, z.object({ id: z.string() }), accounts)).map((account) => account.id)
  addCounts(counts, { audit_event: await eraseTypedText(db, { id, codes }) })
  addCounts(counts, await eraseAccounts(db, ids))
  addCounts(counts, await deleteRows(db, ['authorization_view', 'queue_email', 'report_run'], ofClient))
  addCounts(
    counts,
    await deleteRows(db, ['outbox'], sql`not (${waitingCondition}) and ${staffMailCondition(id)}`),
  )
  addCounts(counts, await deleteAuthorizations(db, ofCodes))
  addCounts(counts, await deleteLetters(db, ofCodes))
  addCounts(counts, await deleteCases(db, ofCodes))
  addCounts(counts, await deleteRows(db, patientTables, ofCodes))
  addCounts(counts, { documents: (await keepSharedDocuments(db)) - queued })
  return counts
}

const redactionBatch = 50_000

/**
 * Entries stay, with the keys of patients; what was typed in them goes. An entry about the reading limit names no code:
 * it is the client’s if the person had signed in there.
 */
async function eraseTypedText(db: Database, { id, codes }: Pick<LockedClient, 'id' | 'codes'>) {
  const namedCodes = sql`string_to_array(coalesce(e.client_code, e.detail->>'clients', e.subject), ',')`
  const signedInAt = sql`
    coalesce((select s.detail->>'client' from audit_event s
               where s.action = 'signed in' and s.subject = e.subject and (s.at, s.id) < (e.at, e.id)
               order by s.at desc, s.id desc limit 1),
             (select u.last_client_id from staff_user u where u.id::text = e.subject))`
  const where = sql`
    (${namedCodes} && ${codes}::text[] or e.action = 'reading limit confirmed' and ${signedInAt} = ${id})
    and not ${entryHasHold}`
  let [total, redacted] = [0, 0]
  do {
    const row = await queryRow(
      db,
      z.object({ batch: z.string() }),
      sql`select gen_random_uuid()::text as batch`,
    )
    redacted = await redactTypedText(db, { batch: row?.batch ?? '', where, limit: redactionBatch })
    total += redacted
  } while (redacted === redactionBatch)
  return total
}
