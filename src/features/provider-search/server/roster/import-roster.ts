import { now } from '#platform/contract/clock.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '#platform/db/database-context.ts'
import { isSourceName } from '#platform/import/import-command.ts'
import { messages as importMessages } from '#platform/import/import-messages.ts'
import { readOrRecordFailure, withImportRun } from '#platform/import/import-runs.ts'
import { noRejects, type Rejects } from '#platform/import/rejects.ts'
import { applyChanges, lockNetworks, planChanges, toNetworkResult } from './apply-import.ts'
import { copyRows } from './copy-rows.ts'
import { listExamples } from './diff-tables.ts'
import {
  defaultLimit,
  type Excess,
  findExcess,
  type ImportCounts,
  type ImportResult,
  mainSource,
  type RosterImport,
  UsageError,
} from './import-options.ts'
import { type LookupTables, readLookupTables } from './lookup-tables.ts'
import { mappedReader, plainReader, type RowReader } from './mapping/row-reader.ts'
import type { NetworkChange } from './network-changes.ts'
import { messages } from './roster-messages.ts'
import {
  createConflicts,
  rejectConflicts,
  removeDuplicates,
  removeForeignRows,
  subtractConflicts,
} from './row-conflicts.ts'
import { recordRun } from './runs/import-runs.ts'
import { savePreviousRows } from './runs/undo-history.ts'
import { hasRows, type StagingTables, truncateStagingTables, withStagingTables } from './staging-tables.ts'

type Job = {
  databaseContext: DatabaseContext
  options: RosterImport & { rejects: Rejects; warnings: Rejects; sourceName: string }
  reader: RowReader
  lookups: LookupTables
  startedAt: Date
  /** The run that was recorded at the start; a dry run has none. */
  startedRun?: string
}

/**
 * Imports a roster of providers. All valid rows become visible at once: a search sees the directory either
 * before or after the import. Throws an error if the source or the mapping cannot be used at all.
 */
export async function importRoster(
  databaseContext: DatabaseContext,
  request: RosterImport,
): Promise<ImportResult> {
  const startedAt = now()
  const { rejects = noRejects, warnings = noRejects, sourceName = mainSource } = request
  const options = { ...request, rejects, warnings, sourceName }
  try {
    const lookups = await readLookupTables(databaseContext.owner)
    checkUsage(options, lookups)
    const { network, actor, source } = options
    const run = { kind: 'providers', file: source.name, sourceName, network, actor, startedAt }
    const record = async (work: (owner: Database) => Promise<unknown>) =>
      options.dryRun ? undefined : work(databaseContext.owner)
    const reader = await readOrRecordFailure(record, run, async () => createReader(options, lookups))
    if (!network && !reader.hasColumn('network')) throw new UsageError(messages.networkRequired)
    const job: Job = { databaseContext, options, reader, lookups, startedAt }
    if (options.dryRun) return await inImportSession(databaseContext, (session) => runImport(session, job))
    return await withImportRun(databaseContext, run, (session, startedRun) =>
      runImport(session, { ...job, startedRun }),
    )
  } finally {
    await Promise.all([rejects.close(), warnings.close()])
  }
}

async function runImport(session: ImportSession, job: Job): Promise<ImportResult> {
  const { options, lookups } = job
  const networks = options.network ? [options.network] : [...lookups.networks].sort()
  return withStagingTables(session, job.databaseContext, networks, async (staging) => {
    const counts = await fillStagingTables(session, staging, job)
    if (options.strict && counts.rejected > 0) return rejectImport(session, job, counts, 'strict')
    const changes = await planChanges(session.db, staging.tables, options)
    return applyOrReject(session, job, counts, changes)
  })
}

/** Copies the valid rows into staging tables, which no search sees, and removes conflicting rows. */
async function fillStagingTables(
  session: ImportSession,
  staging: StagingTables,
  job: Job,
): Promise<ImportCounts> {
  const { options, databaseContext } = job
  const { db } = session
  await createConflicts(db)
  const counts = await session.transaction(async () => {
    await truncateStagingTables(db, staging)
    const copied = await copyRows(session, staging, { ...job, ...options, owner: databaseContext.owner })
    // A replaced network gets a new table even if the file has no rows for it.
    const keyed = options.replace ? staging.tables : staging.tables.filter(hasRows)
    return { copied, duplicates: await removeDuplicates(db, keyed) }
  })
  await lockNetworks(db, staging.tables, options)
  const foreign = options.takeOver
    ? 0
    : await removeForeignRows(db, staging.tables.filter(hasRows), options.sourceName)
  if (counts.duplicates + foreign > 0) await rejectConflicts(db, options)
  await Promise.all([options.rejects.close(), options.warnings.close()])
  const { copied, duplicates } = counts
  const placed = await subtractConflicts(db, copied.placed)
  return { ...copied, placed, rejected: copied.rejected + duplicates + foreign }
}

/**
 * Applies the changes, or only plans them in a dry run. Rejects the import if every row is rejected, if `replace`
 * would leave nothing, or if it would remove too much.
 */
async function applyOrReject(
  session: ImportSession,
  job: Job,
  counts: ImportCounts,
  changes: NetworkChange[],
) {
  const { options, databaseContext } = job
  if (options.replace && changes.every(({ rows }) => rows === 0))
    return rejectImport(session, job, counts, 'empty')
  if (isEveryRowRejected(counts)) return rejectImport(session, job, counts, 'rejected')
  const excess = findExcess(options.removeUpTo ?? defaultLimit, changes)
  if (options.dryRun) return planResult(session, counts, changes, excess)
  if (excess.length > 0 && !(await isConfirmed(options, excess)))
    return { ...(await rejectImport(session, job, counts, 'removals')), excess }
  return applyChanges(session, databaseContext, changes, options, async (networks) => {
    const changed = changes.some(({ strategy }) => strategy !== 'none')
    const result: ImportResult = { ...counts, outcome: changed ? 'done' : 'nothing to do', networks }
    const runId = await record(session, job, result)
    for (const change of changes) await savePreviousRows(session.db, runId, change)
    return { ...result, runId }
  })
}

const isEveryRowRejected = ({ read, skipped, rejected }: ImportCounts) =>
  rejected > 0 && rejected + skipped === read

/** Whether the operator confirms the excess removals; asks only if no limit was given explicitly. */
async function isConfirmed({ removeUpTo, confirm }: RosterImport, excess: Excess[]) {
  return !removeUpTo && (await confirm?.(messages.confirmRemovals(excess))) === true
}

async function planResult(
  { db }: ImportSession,
  counts: ImportCounts,
  changes: NetworkChange[],
  excess: Excess[],
): Promise<ImportResult> {
  const examples = []
  for (const change of changes)
    for (const example of await listExamples(db, change, 5))
      examples.push({ ...example, network: change.network })
  return { ...counts, outcome: 'dry run', networks: changes.map(toNetworkResult), examples, excess }
}

function record({ db }: ImportSession, { options, startedAt, startedRun }: Job, result: ImportResult) {
  const { source, sourceName, actor } = options
  const { outcome, networks } = result
  const action = 'providers imported'
  return recordRun(db, {
    file: source.name,
    sourceName,
    actor,
    startedAt,
    startedRun,
    outcome,
    counts: result,
    networks,
    action,
  })
}

async function rejectImport(
  session: ImportSession,
  job: Job,
  counts: ImportCounts,
  refusal: NonNullable<ImportResult['refusal']>,
): Promise<ImportResult> {
  const result: ImportResult = { ...counts, outcome: 'refused', refusal, networks: [] }
  return job.options.dryRun ? result : { ...result, runId: await record(session, job, result) }
}

function createReader({ mapping, source }: RosterImport, lookups: LookupTables): RowReader {
  if (!mapping) return plainReader(source.header)
  return mappedReader(mapping, source.header, (kind, value) => {
    if (kind === 'providerType') return lookups.findType(value) !== undefined
    if (kind === 'country') return lookups.findCountry(value) !== undefined
    return lookups.findState(value, 'US') !== undefined
  })
}

/** Throws `UsageError` if there is no such network or source: nothing that a later import could make good. */
function checkUsage({ network, sourceName = '' }: RosterImport, { networks }: LookupTables) {
  const isUnknown = network ? !networks.has(network) : networks.size === 0
  if (isUnknown) throw new UsageError(messages.unknownNetworkOption(network ?? '', [...networks].sort()))
  if (!isSourceName(sourceName)) throw new UsageError(importMessages.invalidSourceName(sourceName))
}
