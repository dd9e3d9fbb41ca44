import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { type Call, throttled } from './mixed-load.ts'
import type { Sample } from './soak-samples.ts'
import { findPercentile } from './soak-verdict.ts'

const minuteMs = 60_000
const megabyte = 1 << 20
const printRow = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

const countFailed = (calls: readonly Call[]) => ({
  failed: calls.filter(({ fault }) => fault !== undefined).length,
  waits: calls.filter(({ status }) => status === throttled).length,
})

/** Prints the head of a table of minutes. Memory is in megabytes. */
export function printHead() {
  const times = ['requests', 'failed', '429', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms']
  const uses = [
    'portal MB',
    'heap MB',
    'workers MB',
    'database MB',
    'backends',
    'files',
    'sockets',
    'portal lag ms',
    'load lag ms',
  ]
  printRow(['minute', ...times, ...uses])
  printRow(['minute', ...times, ...uses].map(() => '---'))
}

/** Prints the requests of a minute, the least memory of it, and its last counts. */
export function printMinute(minute: number, calls: readonly Call[], samples: readonly Sample[]) {
  const times = calls.filter(({ kind }) => kind === 'page').map(({ ms }) => ms)
  const percentiles = [0.5, 0.95, 0.99, 1].map((share) => findPercentile(share, times).toFixed(0))
  const { failed, waits } = countFailed(calls)
  const least = (key: keyof Sample) => Math.min(...samples.map((sample) => sample[key])).toFixed(0)
  const last = samples.at(-1)
  const memory = (['portal', 'heap', 'workers', 'database'] as const).map(least)
  const counts = [last?.backends, last?.descriptors, last?.sockets].map((count) => count ?? '')
  const lags = (['lag', 'loadLag'] as const).map((key) =>
    Math.max(...samples.map((sample) => sample[key])).toFixed(0),
  )
  printRow([minute, calls.length, failed, waits, ...percentiles, ...memory, ...counts, ...lags])
}

export const isWithin =
  (from: number) =>
  ({ at }: { at: number }) =>
    at >= from && at < from + minuteMs

/** Prints the times of each request, slowest first. */
export function printCalls(calls: readonly Call[]) {
  console.log('')
  const heads = ['request', 'requests', 'failed', '429', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms']
  printRow(heads)
  printRow(heads.map(() => '---'))
  const named = [...Map.groupBy(calls, ({ name }) => name)].map(([name, each]) => ({
    name,
    times: each.map(({ ms }) => ms),
    ...countFailed(each),
  }))
  const p99 = ({ times }: { times: number[] }) => findPercentile(0.99, times)
  for (const { name, times, failed, waits } of named.toSorted((one, other) => p99(other) - p99(one))) {
    const percentiles = [0.5, 0.95, 0.99, 1].map((share) => findPercentile(share, times).toFixed(0))
    printRow([name, times.length, failed, waits, ...percentiles])
  }
}

const tableSize = z.object({ name: z.string(), bytes: z.coerce.number() })
export type TableSizes = Map<string, number>

/** The size of each table with its indexes and partitions. */
export async function listTables({ owner }: DatabaseContext): Promise<TableSizes> {
  const rows = await queryRows(
    owner,
    tableSize,
    sql`
    select coalesce(parent.inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes
      from pg_class c
      left join pg_inherits parent on parent.inhrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by 1`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** The tables that grew by a megabyte or more, largest first. */
export function formatGrowth(before: TableSizes, after: TableSizes, minutes: number): string {
  const grown = [...after].map(([name, bytes]) => ({
    name,
    megabytes: (bytes - (before.get(name) ?? 0)) / megabyte,
  }))
  const sum = grown.reduce((total, { megabytes }) => total + megabytes, 0)
  const most = grown
    .filter(({ megabytes }) => megabytes >= 1)
    .toSorted((one, other) => other.megabytes - one.megabytes)
    .map(({ name, megabytes }) => `${name} ${megabytes.toFixed(0)} MB`)
  return `${sum.toFixed(0)} MB in ${minutes} minutes: ${most.join(', ')}`
}
