import { now } from '#platform/contract/clock.ts'
import { noRejects, type Rejects } from '#platform/server/csv/rejects.ts'
import { inTransaction } from '#platform/server/database.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import { changeDirectory, lockNetworks, planChanges, resultOf } from './apply-import.ts'
import type { NetworkChange } from './apply-network.ts'
import { copyRows } from './copy-rows.ts'
import { examplesOf } from './diff-tables.ts'
import { recordRun } from './import-log.ts'
import { type Reference, readReference } from './lookup-tables.ts'
import { mappedReader, plainReader, type RowReader } from './mapping.ts'
import { keepBefore } from './provider-history.ts'
import { excessOver, usualLimit } from './removal-limit.ts'
import {
  type Excess,
  type ImportCounts,
  type ImportResult,
  mainSource,
  type RosterImport,
} from './roster-import.ts'
import { messages } from './roster-messages.ts'
import {
  createConflicts,
  locatedWithoutConflicts,
  rejectConflicts,
  takeOutForeign,
  takeOutRepeats,
} from './row-conflicts.ts'
import {
  createIncoming,
  dropAbandoned,
  dropIncoming,
  emptyIncoming,
  type Incoming,
  reserveIncoming,
} from './staging-tables.ts'
import { WrongUsage } from './usage-error.ts'

type Job = {
  databaseContext: DatabaseContext
  options: RosterImport & { rejects: Rejects; warnings: Rejects; sourceName: string }
  reader: RowReader
  reference: Reference
  startedAt: Date
}

/**
 * Imports a roster of providers, all of its good rows at one moment: searches see the directory as it was or as
 * it is after. Throws a sentence when the source or the mapping cannot be used at all.
 */
export async function importRoster(
  databaseContext: DatabaseContext,
  asked: RosterImport,
): Promise<ImportResult> {
  const startedAt = now()
  const { rejects = noRejects, warnings = noRejects, sourceName = mainSource } = asked
  const options = { ...asked, rejects, warnings, sourceName }
  try {
    const reference = await readReference(databaseContext.owner)
    const reader = readerFor(options, reference)
    checkUsage(options, reader, reference)
    const job: Job = { databaseContext, options, reader, reference, startedAt }
    return await inImportSession(databaseContext, (session) => importIn(session, job))
  } finally {
    await Promise.all([rejects.close(), warnings.close()])
  }
}

async function importIn(session: ImportSession, job: Job): Promise<ImportResult> {
  const { options, reference } = job
  await session.transaction(() => dropAbandoned(session.db))
  const networks = options.network ? [options.network] : [...reference.networks].sort()
  const incoming = await reserveIncoming(session.db, networks)
  try {
    await session.transaction(() => createIncoming(session.db, incoming))
    const counts = await loadStaging(session, incoming, job)
    if (options.strict && counts.rejected > 0) return await refuse(session, job, counts, 'strict')
    const changes = await planChanges(session.db, incoming.tables, options)
    return await decide(session, job, counts, changes)
  } finally {
    // On another connection: the session's may be broken.
    await inTransaction(job.databaseContext.owner, (db) => dropIncoming(db, incoming)).catch(() => {})
  }
}

/** Copies the good rows into tables of their own, which no search sees yet, and takes out those that conflict. */
async function loadStaging(session: ImportSession, incoming: Incoming, job: Job): Promise<ImportCounts> {
  const { options, databaseContext } = job
  const { db } = session
  await createConflicts(db)
  const counts = await session.transaction(async () => {
    await emptyIncoming(db, incoming)
    const copied = await copyRows(session, incoming, { ...job, ...options, owner: databaseContext.owner })
    return { copied, repeats: await takeOutRepeats(db, incoming.tables) }
  })
  await lockNetworks(db, incoming.tables, options)
  const foreign = options.takeOver ? 0 : await takeOutForeign(db, incoming.tables, options.sourceName)
  if (counts.repeats + foreign > 0) await rejectConflicts(db, options)
  await Promise.all([options.rejects.close(), options.warnings.close()])
  const { copied, repeats } = counts
  const placed = await locatedWithoutConflicts(db, copied.placed)
  return { ...copied, placed, rejected: copied.rejected + repeats + foreign }
}

/** Changes the directory, unless nothing is to be changed, too much would be removed, or only a plan is asked for. */
async function decide(session: ImportSession, job: Job, counts: ImportCounts, changes: NetworkChange[]) {
  const { options, databaseContext } = job
  if (options.replace && changes.every(({ rows }) => rows === 0)) return refuse(session, job, counts, 'empty')
  if (isEveryRowRejected(counts)) return refuse(session, job, counts, 'rejected')
  const excess = excessOver(options.removeUpTo ?? usualLimit, changes)
  if (options.dryRun) return plan(session, counts, changes, excess)
  if (excess.length > 0 && !(await isConfirmed(options, excess)))
    return { ...(await refuse(session, job, counts, 'removals')), excess }
  return changeDirectory(session, databaseContext, changes, options, async (networks) => {
    const changed = changes.some(({ way }) => way !== 'nothing')
    const result: ImportResult = { ...counts, outcome: changed ? 'done' : 'nothing to do', networks }
    const runId = await record(session, job, result)
    for (const change of changes) await keepBefore(session.db, runId, change)
    return { ...result, runId }
  })
}

const isEveryRowRejected = ({ read, skipped, rejected }: ImportCounts) =>
  rejected > 0 && rejected + skipped === read

/** A limit that was given is meant: only the usual one is asked about. */
async function isConfirmed({ removeUpTo, confirm }: RosterImport, excess: Excess[]) {
  return !removeUpTo && (await confirm?.(messages.confirmRemovals(excess))) === true
}

async function plan(
  { db }: ImportSession,
  counts: ImportCounts,
  changes: NetworkChange[],
  excess: Excess[],
): Promise<ImportResult> {
  const examples = []
  for (const change of changes)
    for (const example of await examplesOf(db, change, 5))
      examples.push({ ...example, network: change.network })
  return { ...counts, outcome: 'dry run', networks: changes.map(resultOf), examples, excess }
}

function record({ db }: ImportSession, { options, startedAt }: Job, result: ImportResult) {
  const { source, sourceName, actor } = options
  const { outcome, networks } = result
  const action = 'providers imported'
  return recordRun(db, {
    file: source.name,
    sourceName,
    actor,
    startedAt,
    outcome,
    counts: result,
    networks,
    action,
  })
}

async function refuse(
  session: ImportSession,
  job: Job,
  counts: ImportCounts,
  refusal: NonNullable<ImportResult['refusal']>,
): Promise<ImportResult> {
  const result: ImportResult = { ...counts, outcome: 'refused', refusal, networks: [] }
  return job.options.dryRun ? result : { ...result, runId: await record(session, job, result) }
}

function readerFor({ mapping, source }: RosterImport, reference: Reference): RowReader {
  if (!mapping) return plainReader(source.header)
  return mappedReader(mapping, source.header, (kind, value) => {
    if (kind === 'providerType') return reference.typeOf(value) !== undefined
    if (kind === 'country') return reference.countryOf(value) !== undefined
    return reference.stateOf(value, 'US') !== undefined
  })
}

const sourceNames = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/

function checkUsage({ network, sourceName = '' }: RosterImport, reader: RowReader, { networks }: Reference) {
  const isUnknown = network ? !networks.has(network) : networks.size === 0
  if (isUnknown) throw new WrongUsage(messages.unknownNetworkOption(network ?? '', [...networks].sort()))
  if (!network && !reader.reads('network')) throw new WrongUsage(messages.networkNeeded)
  if (!sourceNames.test(sourceName)) throw new WrongUsage(messages.wrongSourceName(sourceName))
}
