import { from as copyFrom } from 'pg-copy-streams'
import { now } from '#platform/contract/clock.ts'
import type { Workplace } from '#platform/server/workplace.ts'
import { changeDirectory, type NetworkResult } from './change-directory.ts'
import { copyLine } from './copy-line.ts'
import { gatherRows } from './gather-rows.ts'
import { type ImportSession, inImportSession } from './import-session.ts'
import { createIncoming, separateIncoming } from './incoming-tables.ts'
import { locator } from './locate.ts'
import { mappedReader, plainReader, type RowReader } from './mapping.ts'
import type { Mapping } from './mapping-schema.ts'
import { neighbourOrder } from './neighbour-order.ts'
import { recordRun } from './record-run.ts'
import { type Reference, readReference } from './reference.ts'
import { noRejects, type Rejects } from './rejects.ts'
import { takeOutRepeats } from './repeats.ts'
import { messages } from './roster-messages.ts'
import type { RosterSource } from './roster-source.ts'
import { rowCheck } from './row-check.ts'
import { sortedRuns } from './sorted-runs.ts'
import { WrongUsage } from './wrong-usage.ts'

export type RosterImport = {
  source: RosterSource
  /** How the source's columns become a roster's; without it they have a roster's own names. */
  mapping?: Mapping | undefined
  /** The network of every row; without it each row names its own. */
  network?: string | undefined
  /** The source is the whole of its networks: providers that it lacks are removed. */
  replace?: boolean
  /** One rejected row, and nothing is imported. */
  strict?: boolean
  actor: string
  rejects?: Rejects
  /** Told of every few hundred rows that were read. */
  progress?(read: number, fraction: number): void
  /** Told of every step that takes its time. */
  say?(line: string): void
}

export type ImportResult = {
  outcome: 'done' | 'refused' | 'nothing to do'
  /** Why nothing was imported: a row was rejected under `strict`, or `replace` would have left a network empty. */
  refusal?: 'strict' | 'empty'
  read: number
  skipped: number
  rejected: number
  networks: NetworkResult[]
}

/**
 * Imports a roster of providers, all of its good rows in one transaction: searches see the directory as it was or
 * as it is after. Throws a sentence when the source or the mapping cannot be used at all.
 */
export async function importRoster(workplace: Workplace, options: RosterImport): Promise<ImportResult> {
  const startedAt = now()
  const { rejects = noRejects } = options
  const reference = await readReference(workplace.owner)
  const reader = readerFor(options, reference)
  checkNetwork(options, reader, reference)
  const imported = importWith(workplace, { ...options, rejects }, reader, reference, startedAt)
  const result = await imported.catch(refusalOf).finally(() => rejects.close())
  if (result.outcome === 'refused') await recordRun(workplace.owner, options, result, startedAt)
  return result
}

function importWith(
  workplace: Workplace,
  options: RosterImport & { rejects: Rejects },
  reader: RowReader,
  reference: Reference,
  startedAt: Date,
): Promise<ImportResult> {
  const networks = options.network ? [options.network] : [...reference.networks].sort()
  return inImportSession(workplace, async (session) => {
    const incoming = await createIncoming(session.db, networks)
    const counts = await copyRows(workplace, session, options, reader, reference, incoming.copyStatement)
    await separateIncoming(session.db, incoming)
    counts.rejected += await takeOutRepeats(session.db, incoming.tables.values(), options)
    if (options.strict && counts.rejected > 0)
      throw new Refused({ ...counts, outcome: 'refused', refusal: 'strict', networks: [] })

    const changes = await changeDirectory(session.db, incoming.tables, options)
    if (changes === 'emptied')
      throw new Refused({ ...counts, outcome: 'refused', refusal: 'empty', networks: [] })
    const changed = changes.some(({ added, changed, removed }) => added + changed + removed > 0)
    const outcome = changed ? 'done' : 'nothing to do'
    const result: ImportResult = { ...counts, outcome, networks: changes }
    await recordRun(session.db, options, result, startedAt)
    return result
  })
}

async function copyRows(
  { owner }: Workplace,
  { client }: ImportSession,
  { source, network, rejects, progress }: RosterImport & { rejects: Rejects },
  reader: RowReader,
  reference: Reference,
  statement: string,
) {
  const runs = sortedRuns(client.query(copyFrom(statement)))
  try {
    const counts = await gatherRows(source, {
      reader,
      check: rowCheck(reference, network),
      locate: locator(owner),
      keep: (row) => runs.add(copyLine(row), neighbourOrder(row)),
      reject: rejects.add,
      progress: ({ read }) => progress?.(read, source.progress()),
    })
    await runs.end()
    return counts
  } catch (error) {
    runs.abort(error as Error)
    throw error
  }
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
  if (networks.size === 0) throw new WrongUsage(messages.unknownNetworkOption(network ?? '', []))
  if (network && !networks.has(network))
    throw new WrongUsage(messages.unknownNetworkOption(network, [...networks].sort()))
  if (!network && !reader.reads('network')) throw new WrongUsage(messages.networkNeeded)
}

/** Nothing is imported: rolls the transaction back and carries what is to be told. */
class Refused extends Error {
  readonly result: ImportResult
  constructor(result: ImportResult) {
    super('The import is refused.')
    this.result = result
  }
}

function refusalOf(error: unknown): ImportResult {
  if (error instanceof Refused) return error.result
  throw error
}
