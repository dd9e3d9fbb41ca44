import type { CompiledQuery, Kysely } from 'kysely'
import pg from 'pg'
import type { Pool } from './connection-pool.ts'
import {
  type DatabaseAddress,
  endConnection,
  openConnection,
  type SessionOptions,
  serverProcessId,
} from './pg-client.ts'

/** Where sessions open, and for which process. */
type Origin = { address: DatabaseAddress; purpose?: SessionOptions['purpose'] }

export type Connections = Origin & { pool: Pool }
export type Pools = WeakMap<Kysely<unknown>, Connections>

/** The server process that runs a transaction. */
export type Backend = Origin & { process: number }

/**
 * Runs a query on a connection of the pool and, on abort, cancels it through another one. (Kysely can cancel too, but
 * logs a line each time.) The connection returns to the pool only after the cancellation, so that it never
 * hits another query.
 */
export async function runCancellably(
  { pool, ...origin }: Connections,
  query: CompiledQuery,
  signal: AbortSignal,
) {
  signal.throwIfAborted()
  const client = await pool.connect()
  let cancelling: Promise<void> | undefined
  let broken = false
  const cancel = () => {
    cancelling = cancelBackend(origin, serverProcessId(client))
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return await client.query(query.sql, [...query.parameters])
  } catch (error) {
    broken = !(error instanceof pg.DatabaseError)
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
    client.release(broken)
  }
}

/** Runs a query in a transaction and cancels it in the database on abort. */
export async function runCancellablyWithin<T>(
  { process, ...origin }: Backend,
  signal: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  let cancelling: Promise<void> | undefined
  const cancel = () => {
    cancelling = cancelBackend(origin, process)
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    await cancelling
  }
}

/** Runs as the login itself, because the role that its sessions step down to may not cancel them. */
async function cancelBackend({ address, purpose }: Origin, process: number | undefined) {
  const { role: _, ...login } = address
  try {
    const control = await openConnection(login, { statementTimeoutMs: 5_000, purpose })
    await control.query('select pg_cancel_backend($1)', [process]).finally(() => endConnection(control))
  } catch {
    // The query then ends by its own timeout.
  }
}
