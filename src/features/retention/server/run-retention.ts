import { z } from 'zod'
import { type RetentionKind, retention, retentionKinds } from '#clients/server/retention-schema.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { redactTypedText } from '#platform/db/audit-redaction-queries.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import {
  type Database,
  execute,
  inTransaction,
  queryRow,
  queryRows,
  type Sql,
  sql,
  tryAdvisoryLock,
} from '#platform/db/database.ts'
import type { DocumentStorage } from '#platform/pdf/document-service/document-storage.ts'
import {
  addCounts,
  type Counts,
  deleteAuthorizations,
  deleteBills,
  deleteCases,
  deleteLetters,
  deletePatients,
  deleteRecords,
  sumCounts,
} from './data-kinds.ts'
import {
  type DueScope,
  dueQueries,
  entryHasHold,
  hasDueText,
  patientsWithoutCasesQuery,
} from './due-queries.ts'
import { eraseAccounts } from './erase-person.ts'
import { inErasure } from './hold-queries.ts'
import { lockBills } from './unread-decision-queries.ts'

export type RetentionDeps = {
  owner: Database
  storage: Pick<DocumentStorage, 'remove'>
  config: Pick<Config, 'FEEDBACK_RETENTION'>
}

const batchSize = 200

const keyRow = z.object({ key: z.string() })

/** One period: of a kind of data of a client. */
export type Period = { clientId: string; kind: RetentionKind; period: string }

/** The periods of all clients, by client and kind. */
export async function listPeriods(db: Database): Promise<Period[]> {
  const clients = await queryRows(
    db,
    z.object({ clientId: z.string(), retention }),
    sql`select id as "clientId", retention from client where retention is not null order by id collate "C"`,
  )
  return clients.flatMap(({ clientId, retention }) =>
    (Object.keys(retentionKinds) as RetentionKind[]).flatMap((kind) => {
      const period = retention[kind]
      return period === undefined ? [] : [{ clientId, kind, period }]
    }),
  )
}

/** The time before which data with this period is due. */
const dueBefore = (period: string): Sql => sql`(${now()}::timestamptz - ${period}::interval)`

export type DueCount = Period & { due: number; held: number }

/** Counts what is past its period, and how much of it is on hold, without erasing anything. */
export const countDue = (owner: Database): Promise<DueCount[]> =>
  inTransaction(owner, async (db) => {
    await bypassTenantFilter(db, 'transaction')
    const counted: DueCount[] = []
    for (const each of await listPeriods(db)) {
      const scope = { clientId: each.clientId, before: dueBefore(each.period) }
      const total = { due: 0, held: 0 }
      for (const query of Object.values(dueQueries[each.kind])) {
        const row = await queryRow(
          db,
          z.object({ due: z.number(), held: z.number() }),
          sql`
          select count(*) filter (where not held)::int as due, count(*) filter (where held)::int as held
            from (${query(scope)}) as found`,
        )
        total.due += row?.due ?? 0
        total.held += row?.held ?? 0
      }
      counted.push({ ...each, ...total })
    }
    return counted
  })

/** What was erased: rows by table, by client and kind. */
export type Erased = Record<string, Counts>

/**
 * Erases everything that is past its period and not on hold. Each batch is one transaction, so an interrupted run
 * continues with what is left. Returns undefined while another process does so.
 */
export const runRetention = (deps: RetentionDeps, stopping?: AbortSignal): Promise<Erased | undefined> =>
  inTransaction(deps.owner, async (db) => {
    // This transaction only has the lock, as long as the run takes.
    await execute(db, sql`set local idle_in_transaction_session_timeout = 0`)
    return (await tryAdvisoryLock(db, 'retention')) ? eraseDue(deps, stopping) : undefined
  })

async function eraseDue(deps: RetentionDeps, stopping?: AbortSignal): Promise<Erased> {
  const { owner, config } = deps
  const erased: Erased = {}
  for (const each of await listPeriods(owner)) {
    const scope = { clientId: each.clientId, before: dueBefore(each.period) }
    for (const table of Object.keys(dueQueries[each.kind])) {
      for (let isFull = true; isFull && !stopping?.aborted; ) {
        const { keys, counts } = await inErasure(owner, (db) => eraseBatch(db, { ...each, scope, table }))
        const name = `${each.clientId}, ${each.kind}`
        if (keys > 0) {
          const all = erased[name] ?? {}
          addCounts(all, counts)
          erased[name] = all
        }
        isFull = keys > 0
      }
    }
  }
  if (config.FEEDBACK_RETENTION) {
    const feedback = await eraseFeedback(owner, config.FEEDBACK_RETENTION)
    if (feedback > 0) erased.feedback = { feedback }
  }
  return erased
}

const eraseFeedback = (owner: Database, period: string): Promise<number> =>
  inTransaction(owner, async (db) => {
    const due = sql`made_at < ${dueBefore(period)}`
    const rows = await execute(db, sql`delete from ${sql.table('feedback')} where ${due}`)
    const detail = { kind: 'feedback', period, rows }
    if (rows > 0)
      await audit(db, {
        actor: 'portal',
        action: 'data past its period erased',
        subject: 'all clients',
        detail,
      })
    return rows
  })

type Batch = Period & { scope: DueScope; table: string }

async function eraseBatch(db: Database, batch: Batch): Promise<{ keys: number; counts: Counts }> {
  const { clientId, kind, period, scope, table } = batch
  if (kind === 'searches') return eraseSearches(db, batch)
  const query = dueQueries[kind][table]
  if (!query) return { keys: 0, counts: {} }
  const keys = await findDueKeys(db, batch, query(scope))
  if (keys.length === 0) return { keys: 0, counts: {} }
  const counts = await erasers[kind](db, keys, table)
  const rows = sumCounts(counts)
  await audit(db, {
    actor: 'portal',
    action: 'data past its period erased',
    subject: clientId,
    detail: { kind: retentionKinds[kind], period, rows },
  })
  return { keys: keys.length, counts }
}

/** Finds keys that are due. Locks bills in authorization, and looks again, because they can change before that. */
async function findDueKeys(db: Database, { kind }: Batch, query: Sql): Promise<string[]> {
  const due = async (among: Sql) => {
    const found = sql`select key from (${query}) as found where not held and ${among} order by key limit ${batchSize}`
    return (await queryRows(db, keyRow, found)).map(({ key }) => key)
  }
  const keys = await due(sql`true`)
  if (kind !== 'cases' && kind !== 'authorizations') return keys
  const column = sql.ref(kind === 'cases' ? 'incident_number' : 'itn')
  await lockBills(db, sql`r.${column} = any(${keys})`)
  return due(sql`key = any(${keys})`)
}

/** Entries of the trail stay; what was typed in them goes. */
async function eraseSearches(db: Database, { scope }: Batch) {
  const id = await queryRow(db, z.object({ batch: z.string() }), sql`select gen_random_uuid()::text as batch`)
  const where = sql`${hasDueText(scope)} and not ${entryHasHold}`
  const keys = await redactTypedText(db, { batch: id?.batch ?? '', where, limit: batchSize })
  return { keys, counts: { audit_event: keys } }
}

type Eraser = (db: Database, keys: readonly string[], table: string) => Promise<Counts>

const deleteByPlace: Eraser = async (db, keys, table) => ({
  [table]: await execute(db, sql`delete from ${sql.table(table)} where ctid = any(${keys}::tid[])`),
})

const deleteNotes: Eraser = async (db, keys, table) => {
  const counts = await deleteByPlace(db, keys, table)
  if (table === 'authorization_comment')
    await execute(
      db,
      sql`
      update authorization_request r set comments = left_over.comments
        from (select r.itn, count(c.id)::int as comments
                from authorization_request r left join authorization_comment c using (itn)
               where r.comments > 0 group by r.itn) as left_over
       where r.itn = left_over.itn and r.comments <> left_over.comments`,
    )
  return counts
}

const erasers: Record<Exclude<RetentionKind, 'searches'>, Eraser> = {
  cases: eraseCases,
  bills: (db, keys) => deleteBills(db, keys),
  medicalRecords: (db, keys) => deleteRecords(db, 'medical_record', keys),
  caseDocuments: (db, keys) => deleteRecords(db, 'case_document', keys),
  notes: deleteNotes,
  authorizations: (db, keys) => deleteAuthorizations(db, sql`itn = any(${keys})`),
  vobs: (db, keys) => deleteLetters(db, sql`number = any(${keys})`),
  members: (db, keys) => eraseAccounts(db, keys),
}

/** Cases with their authorizations, and their patients, if they have no other case. */
async function eraseCases(db: Database, incidents: readonly string[]): Promise<Counts> {
  const ofCases = (columns: Sql, table: string) =>
    sql`select ${columns} from ${sql.table(table)} where incident_number = any(${incidents})`
  const itns = await queryRows(db, keyRow, ofCases(sql`itn as key`, 'authorization_request'))
  const patient = z.object({ clientCode: z.string(), patientCode: z.string() })
  const columns = sql`client_code as "clientCode", patient_code as "patientCode"`
  const patients = await queryRows(db, patient, ofCases(columns, 'incident'))
  const counts = await deleteAuthorizations(db, sql`itn = any(${itns.map(({ key }) => key)})`)
  addCounts(counts, await deleteCases(db, sql`incident_number = any(${incidents})`))
  const keys = sql`
    select * from unnest(${patients.map((each) => each.clientCode)}::text[],
                         ${patients.map((each) => each.patientCode)}::text[])`
  addCounts(counts, await deletePatients(db, await queryRows(db, patient, patientsWithoutCasesQuery(keys))))
  return counts
}
