import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '../config/log.ts'
import { now } from '../contract/clock.ts'
import { attachColumnKeys, findColumnKeys } from './column-encryption/column-keys.ts'
import { openPool, type PoolUsage } from './connection-pool.ts'
import { type DatabaseAddress, prepareStatement, type SessionOptions } from './pg-client.ts'
import { type Backend, type Pools, runCancellably, runCancellablyWithin } from './query-cancellation.ts'

export { sql }
export type Sql = RawBuilder<unknown>
export type Database = Kysely<unknown>
export type { DatabaseAddress }

/** When appended to a prefix, this character sorts after every text with that prefix in byte order. */
export const lastCharacter = '\u{10FFFF}'

/** The condition that a column with the collation "C" begins with a prefix, as a range of its index. */
export const prefixCondition = (column: Sql, prefix: Sql): Sql =>
  sql`(${column} >= ${prefix} and ${column} < ${prefix} || ${lastCharacter})`

declare const proven: unique symbol
/**
 * The client codes whose rows a user may see. Created only by sign-in, from the entitlements in the database.
 */
export type ClientScope = readonly string[] & { readonly [proven]: true }

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
})

const connectionsByDatabase: Pools = new WeakMap()
const backendByTransaction = new WeakMap<Database, Backend>()

/** Opens a connection pool and returns the Kysely instance that runs every query on it. */
export function openDatabase(
  address: DatabaseAddress,
  options: SessionOptions & { connections: number; log?: Log },
): Database {
  const pool = openPool(address, options)
  const db: Database = new Kysely({ dialect: new PostgresDialect({ pool }) })
  connectionsByDatabase.set(db, { pool, address, purpose: options.purpose })
  return db
}

/** The usage of the pool of a database; undefined for a transaction. */
export const readPoolUsage = (db: Database): PoolUsage | undefined =>
  connectionsByDatabase.get(db)?.pool.usage()

type QueryOptions = {
  /** Cancels the query in the database on abort. */
  signal?: AbortSignal | undefined
  /** Whether each connection keeps the plan of the query. Its text must be one of few. */
  isPrepared?: boolean
}

/** The rows of a query, each parsed by its schema. */
export async function queryRows<Row extends z.ZodType>(
  db: Database,
  row: Row,
  query: Sql,
  options: QueryOptions = {},
): Promise<z.output<Row>[]> {
  const { rows } = await run(db, query, options)
  return rows.map((each) => row.parse(each))
}

function run(db: Database, query: Sql, { signal, isPrepared }: QueryOptions): Promise<{ rows: unknown[] }> {
  const compiled = query.compile(db)
  if (isPrepared) prepareStatement(compiled.sql)
  const execute = () => db.executeQuery(compiled)
  if (!signal) return execute()
  const connections = connectionsByDatabase.get(db)
  if (connections) return runCancellably(connections, compiled, signal)
  const backend = backendByTransaction.get(db)
  return backend ? runCancellablyWithin(backend, signal, execute) : execute()
}

/** The first row of a query, or undefined. */
export async function queryRow<Row extends z.ZodType>(
  db: Database,
  row: Row,
  query: Sql,
  options?: QueryOptions,
) {
  const [first] = await queryRows(db, row, query, options)
  return first
}

/** Runs a statement and returns the number of changed rows. */
export async function execute(db: Database, statement: Sql): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Fails where writes would, on a standby or a read-only server, without writing anything. */
export const requireWrites = (db: Database) =>
  execute(
    db,
    sql`
    do $$ begin
      if current_setting('transaction_read_only') = 'on' then
        raise read_only_sql_transaction using message = 'The server is read-only.';
      end if;
    end $$`,
  )

/** The names that identify an advisory lock: one, or a kind and a name. */
type LockKeys = [name: string] | [kind: string, name: string]

/**
 * Tries to acquire an advisory lock without waiting. Returns whether it did: false while another transaction holds or
 * shares the lock. The lock is held until the transaction ends.
 */
export const tryAdvisoryLock = (transaction: Database, ...keys: LockKeys): Promise<boolean> =>
  tryLock(transaction, sql`pg_try_advisory_xact_lock(${hashKeys(keys)})`)

/** Like `tryAdvisoryLock`, but shares the lock with other transactions that share it. */
export const trySharedAdvisoryLock = (transaction: Database, ...keys: LockKeys): Promise<boolean> =>
  tryLock(transaction, sql`pg_try_advisory_xact_lock_shared(${hashKeys(keys)})`)

const hashKeys = (keys: LockKeys) => sql.join(keys.map((key) => sql`hashtext(${key})`))

async function tryLock(transaction: Database, lock: Sql): Promise<boolean> {
  const row = await queryRow(
    transaction,
    z.object({ isAcquired: z.boolean() }),
    sql`select ${lock} as "isAcquired"`,
  )
  return row?.isAcquired ?? false
}

/** Returns how many seconds the clock of the database server differs from that of this process, in either direction. */
export async function measureClockDifference(db: Database): Promise<number> {
  const before = now().getTime()
  const row = await queryRow(db, z.object({ at: z.date() }), sql`select clock_timestamp() as at`)
  const middle = (before + now().getTime()) / 2
  return Math.abs((row?.at.getTime() ?? Number.NaN) - middle) / 1000
}

/** The client codes of the scope, as SQL. */
export const scopedCodes: Sql = sql`string_to_array(current_setting('portal.client_codes', true), ',')`

/** Whether all queries of `work` see one snapshot of the database. */
type SnapshotOptions = { isSnapshot?: boolean | undefined }

/** Runs `work` in a transaction and returns its result. */
export function inTransaction<T>(
  db: Database,
  work: (transaction: Database) => Promise<T>,
  options: SnapshotOptions = {},
): Promise<T> {
  return beginTransaction(db, options, { begin: sql`select pg_backend_pid() as process`, work })
}

/** `begin` is the first query, which also returns the process of the backend. */
type Work<T> = { begin: Sql; work: (transaction: Database) => Promise<T> }

function beginTransaction<T>(
  db: Database,
  { isSnapshot = false }: SnapshotOptions,
  { begin, work }: Work<T>,
): Promise<T> {
  const builder = isSnapshot ? db.transaction().setIsolationLevel('repeatable read') : db.transaction()
  return builder.execute(async (transaction) => {
    attachColumnKeys(transaction, findColumnKeys(db))
    const connections = connectionsByDatabase.get(db)
    const row = await queryRow(transaction, z.object({ process: z.number() }), begin)
    if (connections && row) {
      const { address, purpose } = connections
      backendByTransaction.set(transaction, { address, purpose, process: row.process })
    }
    return work(transaction)
  })
}

/**
 * Runs `work` in a transaction that sees only the rows of the scope's clients. Row-level security enforces
 * this for every query.
 */
export function withScope<T>(
  db: Database,
  scope: ClientScope,
  work: (scoped: Database) => Promise<T>,
  options: SnapshotOptions = {},
): Promise<T> {
  const begin = sql`
    select set_config('portal.client_codes', ${scope.join(',')}, true), pg_backend_pid() as process`
  return beginTransaction(db, options, { begin, work })
}
