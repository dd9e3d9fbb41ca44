import { now } from '#platform/contract/clock.ts'
import { noRejects, type Rejects } from '#platform/server/csv/rejects.ts'
import { inTransaction } from '#platform/server/database.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import type { Workplace } from '#platform/server/workplace.ts'
import { changeDirectory, planChanges } from './change-directory.ts'
import { copyRows } from './copy-rows.ts'
import type { Counts } from './gather-rows.ts'
import {
  createIncoming,
  dropAbandoned,
  dropIncoming,
  emptyIncoming,
  type Incoming,
  reserveIncoming,
} from './incoming-tables.ts'
import { mappedReader, plainReader, type RowReader } from './mapping.ts'
import { recordRun } from './record-run.ts'
import { type Reference, readReference } from './reference.ts'
import { takeOutRepeats } from './repeats.ts'
import type { ImportResult, RosterImport } from './roster-import.ts'
import { messages } from './roster-messages.ts'
import { WrongUsage } from './wrong-usage.ts'

type Job = {
  workplace: Workplace
  options: RosterImport & { rejects: Rejects }
  reader: RowReader
  reference: Reference
  startedAt: Date
}

/**
 * Imports a roster of providers, all of its good rows at one moment: searches see the directory as it was or as
 * it is after. Throws a sentence when the source or the mapping cannot be used at all.
 */
export async function importRoster(workplace: Workplace, options: RosterImport): Promise<ImportResult> {
  const startedAt = now()
  const rejects = options.rejects ?? noRejects
  try {
    const reference = await readReference(workplace.owner)
    const reader = readerFor(options, reference)
    checkNetwork(options, reader, reference)
    const job: Job = { workplace, options: { ...options, rejects }, reader, reference, startedAt }
    return await inImportSession(workplace, (session) => importIn(session, job))
  } finally {
    await rejects.close()
  }
}

async function importIn(session: ImportSession, job: Job): Promise<ImportResult> {
  const { options, reference } = job
  await session.transaction(() => dropAbandoned(session.db))
  const networks = options.network ? [options.network] : [...reference.networks].sort()
  const incoming = await reserveIncoming(session.db, networks)
  try {
    await session.transaction(() => createIncoming(session.db, incoming))
    const counts = await session.transaction(() => takeIn(session, incoming, job))
    await options.rejects.close()
    if (options.strict && counts.rejected > 0) return await refuse(session, job, counts, 'strict')
    const changes = await planChanges(session.db, incoming.tables, options)
    if (options.replace && changes.length === 0) return await refuse(session, job, counts, 'empty')
    return await changeDirectory(session, job.workplace, changes, options, (results) =>
      record(session, job, counts, results),
    )
  } finally {
    // On another connection: the session's may be broken.
    await inTransaction(job.workplace.owner, (db) => dropIncoming(db, incoming)).catch(() => {})
  }
}

/** Copies the good rows into tables of their own and gives these their keys; no search sees them yet. */
async function takeIn(session: ImportSession, incoming: Incoming, job: Job): Promise<Counts> {
  await emptyIncoming(session.db, incoming)
  const counts = await copyRows(session, incoming, {
    ...job,
    ...job.options,
    owner: job.workplace.owner,
  })
  const repeats = await takeOutRepeats(session.db, incoming.tables, job.options)
  return { ...counts, rejected: counts.rejected + repeats }
}

async function record(
  { db }: ImportSession,
  { options, startedAt }: Job,
  counts: Counts,
  networks: ImportResult['networks'],
): Promise<ImportResult> {
  const changed = networks.some(({ added, changed, removed }) => added + changed + removed > 0)
  const result: ImportResult = { ...counts, outcome: changed ? 'done' : 'nothing to do', networks }
  await recordRun(db, options, result, startedAt)
  return result
}

async function refuse(
  { db }: ImportSession,
  { options, startedAt }: Job,
  counts: Counts,
  refusal: 'strict' | 'empty',
): Promise<ImportResult> {
  const result: ImportResult = { ...counts, outcome: 'refused', refusal, networks: [] }
  await recordRun(db, options, result, startedAt)
  return result
}

function readerFor({ mapping, source }: RosterImport, reference: Reference): RowReader {
  if (!mapping) return plainReader(source.header)
  return mappedReader(mapping, source.header, (kind, value) => {
    if (kind === 'providerType') return reference.typeOf(value) !== undefined
    if (kind === 'country') return reference.countryOf(value) !== undefined
    return reference.stateOf(value, 'US') !== undefined
  })
}

function checkNetwork({ network }: RosterImport, reader: RowReader, { networks }: Reference) {
  const isUnknown = network ? !networks.has(network) : networks.size === 0
  if (isUnknown) throw new WrongUsage(messages.unknownNetworkOption(network ?? '', [...networks].sort()))
  if (!network && !reader.reads('network')) throw new WrongUsage(messages.networkNeeded)
}
