import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { redactPeople } from '#platform/db/audit-redaction-queries.ts'
import { type Database, execute, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { toSqlJson } from '#platform/db/sql-values.ts'
import { messages } from '../messages.ts'
import {
  addCounts,
  type Counts,
  deleteAuthorizations,
  deleteCases,
  deleteLetters,
  deleteMembers,
  deletePatients,
  keepSharedDocuments,
  sumCounts,
} from './data-kinds.ts'
import {
  type Certificate,
  createNumber,
  createPersonHash,
  signStatement,
  storeCertificate,
} from './erasure-statements.ts'
import { findClientHolds, findPatientHolds, inErasure, tryInErasure } from './hold-queries.ts'
import { countMentions } from './mention-queries.ts'
import {
  findMarkers,
  findPerson,
  identify,
  listAuditKeys,
  mentioningRows,
  type Person,
} from './person-data.ts'
import { findUnreadDecisions, lockBills } from './unread-decision-queries.ts'

export type ErasureResult = {
  certificate: Certificate
  /** Bills that wait for a decision, which are erased with the person. */
  pending: number
  /** Rows of other people that mention the person, by table. */
  mentions: Counts
}

type ErasureRequest = {
  who: string
  actor: string
  key: KeyObject
  /** The number of an erasure that is applied again. */
  number?: string
}

/**
 * Erases a person in one transaction: all rows, and the keys and typed text of the audit trail. Files of documents are
 * queued, and removed after the commit by `removeErasedDocuments`. Throws a readable error while a hold keeps the
 * person, or while the back office has not read a decision about the person.
 */
export const erasePerson = (owner: Database, request: ErasureRequest): Promise<ErasureResult> =>
  inErasure(owner, (db) => erase(db, request))

/** Does what `erasePerson` does, in a transaction that is rolled back. */
export const tryErasure = (owner: Database, request: ErasureRequest): Promise<ErasureResult> =>
  tryInErasure(owner, (db) => erase(db, request))

async function erase(db: Database, { who, actor, key, number: earlier }: ErasureRequest) {
  const number = earlier ?? createNumber()
  const person = await findPerson(db, who)
  await rejectHeld(db, person, who)
  if (person.kind === 'patient') await lockBills(db, sql`r.itn = any(${person.itns})`)
  // What is erased again was read before it was erased; a restored backup may not know.
  if (person.kind === 'patient' && !earlier) await rejectUnread(db, person.itns, who)
  const pending = person.kind === 'patient' ? await countPending(db, person.itns) : 0
  const counts = await eraseEverywhere(db, person, number)
  const certificate = signStatement(
    {
      number,
      kind: person.kind,
      client: person.clientId,
      personHash: createPersonHash(key)(person.kind, identify(person)),
      erasedAt: now().toISOString(),
      erasedBy: actor,
      counts,
    },
    key,
  )
  await storeCertificate(db, certificate)
  const rows = sumCounts(counts)
  const detail = { kind: person.kind, client: person.clientId, rows }
  await audit(db, { actor, action: 'person erased', subject: number, detail })
  return { certificate, pending, mentions: await countMentions(db, person) }
}

async function rejectHeld(db: Database, person: Person, who: string) {
  const holds =
    person.kind === 'member' ? await findClientHolds(db, person.clientId) : await findPatientHolds(db, person)
  if (holds.length > 0) throw new Error(messages.person.held(who, holds))
}

async function rejectUnread(db: Database, itns: readonly string[], who: string) {
  const unread = await findUnreadDecisions(db, sql`m.itn = any(${itns})`)
  if (unread.length > 0) throw new Error(messages.person.unread(who, unread))
}

async function countPending(db: Database, itns: readonly string[]): Promise<number> {
  const pending = sql`select count(*)::int as rows from authorization_request where is_pending and itn = any(${itns})`
  return (await queryRow(db, z.object({ rows: z.number() }), pending))?.rows ?? 0
}

/** Returns how many rows of each table were deleted or, in the audit trail, redacted. */
async function eraseEverywhere(db: Database, person: Person, number: string): Promise<Counts> {
  const counts: Counts = {}
  const queued = await keepSharedDocuments(db)
  addCounts(counts, await eraseFromTrail(db, person, number))
  for (const { table, condition } of mentioningRows(person))
    addCounts(counts, { [table]: await execute(db, sql`delete from ${sql.table(table)} where ${condition}`) })
  if (person.kind === 'member') {
    addCounts(counts, await deleteMembers(db, [person.id]))
  } else {
    addCounts(counts, await deleteAuthorizations(db, sql`itn = any(${person.itns})`))
    addCounts(counts, await deleteLetters(db, sql`number = any(${person.letters})`))
    addCounts(counts, await deleteCases(db, sql`incident_number = any(${person.incidents})`))
    addCounts(counts, await deletePatients(db, [person]))
  }
  addCounts(counts, { documents: (await keepSharedDocuments(db)) - queued })
  return counts
}

const eraseFromTrail = async (db: Database, person: Person, number: string): Promise<Counts> => ({
  audit_event:
    person.kind === 'member'
      ? await redactAccounts(db, number, [{ ...person, pseudonym: number }])
      : await redactPeople(db, {
          batch: number,
          ...findMarkers(person),
          pseudonyms: new Map(listAuditKeys(person).map((key) => [key, number])),
        }),
})

type Account = { id: string; name: string; pseudonym: string }

/**
 * The name of an account can be any word, such as the ID of its client: it counts in entries about members, and in those of
 * the account itself. What others typed never has it.
 */
function redactAccounts(db: Database, batch: string, accounts: readonly Account[]): Promise<number> {
  const names = toSqlJson(Object.fromEntries(accounts.map(({ id, name }) => [id, name])))
  const aboutMembersCondition = sql`e.action like 'member %'`
  return redactPeople(db, {
    batch,
    words: [],
    numbers: [],
    pseudonyms: new Map(
      accounts.flatMap(({ id, name, pseudonym }) => [[id, pseudonym] as const, [name, pseudonym] as const]),
    ),
    only: sql`(e.actor = any(${accounts.map(({ id }) => id)}) or ${aboutMembersCondition})`,
    meantCondition: (value) =>
      sql`(${aboutMembersCondition} or ${value} in (e.actor, ${names}::jsonb ->> e.actor))`,
  })
}

/**
 * Erases member accounts, and what the trail has about them, without certificates. Returns how many rows of each table
 * were deleted or, in the audit trail, redacted.
 */
export async function eraseAccounts(db: Database, ids: readonly string[]): Promise<Counts> {
  const rows = await queryRows(
    db,
    z.object({ id: z.string(), name: z.string() }),
    sql`select id, name from member_account where id = any(${ids}::uuid[])`,
  )
  const accounts = rows.map((account) => ({ ...account, pseudonym: createNumber() }))
  const counts: Counts = {}
  if (accounts.length > 0)
    addCounts(counts, { audit_event: await redactAccounts(db, createNumber(), accounts) })
  addCounts(counts, await deleteMembers(db, ids))
  return counts
}
