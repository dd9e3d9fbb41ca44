import { z } from 'zod'
import { fromArchivedSeal } from '../db/audit-archive-file.ts'
import { checkSeal, findChainStart } from '../db/audit-chain-queries.ts'
import { type Database, queryRows, sql } from '../db/database.ts'
import { streamedSeal } from './stream-records.ts'

export type StreamFault =
  | { kind: 'unreadable'; line: number }
  | { kind: 'changed' | 'removed' | 'conflict' | 'unlinked' | 'database'; number: number }
  | { kind: 'missing'; first: number; last: number }

export type StreamReport = {
  entries: number
  repeated: number
  first: number | undefined
  last: number | undefined
  faults: StreamFault[]
}

/** Enough faults to see what happened. */
const maxFaults = 100
const pageSize = 1000

/**
 * Verifies what a receiver wrote: one entry per line, after whatever the receiver puts before it. Lines without an entry
 * are skipped. Entries may be repeated, and repeated ones may be out of order. Keeps the hash of each entry in memory.
 */
export async function verifyStream(db: Database, lines: AsyncIterable<string>): Promise<StreamReport> {
  const faults: StreamFault[] = []
  const hashes = new Map<number, string>()
  const links = new Map<number, string>()
  let [line, repeated] = [0, 0]
  for await (const text of lines) {
    line += 1
    const record = parseLine(text)
    if (record === undefined) continue
    if (record === 'unreadable') {
      faults.push({ kind: 'unreadable', line })
      continue
    }
    const { position, hash, previousHash } = record
    const fault = checkContent(record)
    if (fault) faults.push({ kind: fault, number: position })
    const known = hashes.get(position)
    if (known === undefined) hashes.set(position, hash)
    else if (known === hash) repeated += 1
    else faults.push({ kind: 'conflict', number: position })
    if (hashes.get(position - 1) !== previousHash) links.set(position, previousHash)
  }
  const numbers = [...hashes.keys()].sort((one, other) => one - other)
  faults.push(...findGaps(numbers), ...findBroken(hashes, links), ...(await compare(db, numbers, hashes)))
  const [first, last] = [numbers[0], numbers.at(-1)]
  return { entries: numbers.length, repeated, first, last, faults: faults.slice(0, maxFaults) }
}

/** The record in a line; undefined if it has none. */
function parseLine(text: string): z.output<typeof streamedSeal> | 'unreadable' | undefined {
  const start = text.indexOf('{"position":')
  if (start < 0) return undefined
  try {
    return streamedSeal.parse(JSON.parse(text.slice(start)))
  } catch {
    return 'unreadable'
  }
}

/** Each record has the hash of the preceding seal, so it can be verified alone. */
function checkContent({ previousHash, ...record }: z.output<typeof streamedSeal>) {
  const before = { position: record.position - 1, hash: Buffer.from(previousHash, 'hex') }
  const kind = checkSeal(before, fromArchivedSeal(record))?.kind
  return kind === 'changed' || kind === 'removed' ? kind : undefined
}

const findGaps = (numbers: readonly number[]): StreamFault[] =>
  numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? number - 1
    return before === number - 1 ? [] : [{ kind: 'missing' as const, first: before + 1, last: number - 1 }]
  })

/** An entry that arrived ahead of its predecessor is compared at the end. */
const findBroken = (hashes: ReadonlyMap<number, string>, links: ReadonlyMap<number, string>): StreamFault[] =>
  [...links].flatMap(([number, previousHash]) => {
    const before = hashes.get(number - 1)
    return before === undefined || before === previousHash ? [] : [{ kind: 'unlinked' as const, number }]
  })

/** Entries whose seal in the database differs. Those that were archived since are compared with their archive. */
async function compare(db: Database, numbers: readonly number[], hashes: ReadonlyMap<number, string>) {
  const { position: start } = await findChainStart(db)
  const inDatabase = numbers.filter((number) => number > start)
  const faults: StreamFault[] = []
  for (let from = 0; from < inDatabase.length && faults.length < maxFaults; from += pageSize) {
    const page = inDatabase.slice(from, from + pageSize)
    const differing = await queryRows(
      db,
      z.object({ number: z.number() }),
      sql`
      select streamed.number
        from unnest(${page}::bigint[], ${page.map((number) => hashes.get(number))}::text[]) as streamed (number, hash)
        left join audit_seal s on s.position = streamed.number
       where s.hash is distinct from decode(streamed.hash, 'hex')
       order by 1`,
    )
    faults.push(...differing.map(({ number }) => ({ kind: 'database' as const, number })))
  }
  return faults
}
