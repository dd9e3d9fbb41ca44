import { type Database, execute, sql } from './database.ts'

/**
 * Row-level security applies to the owner too, so an import bypasses the tenant filter, in its session or only until its
 * transaction ends. No other role may.
 */
export async function bypassTenantFilter(db: Database, until: 'session' | 'transaction' = 'session') {
  await execute(db, sql`select set_config('portal.every_client', 'yes', ${until === 'transaction'})`)
}

/** The statement that bypasses the tenant filter until the transaction ends, for cleanup jobs of the owner. */
export const bypassInTransaction = sql`select set_config('portal.every_client', 'yes', true)`

/**
 * Lets the owner delete and change append-only rows of every client until its transaction ends. Triggers refuse it to
 * roles that do not own the table.
 */
export async function allowErasure(transaction: Database) {
  await bypassTenantFilter(transaction, 'transaction')
  await execute(transaction, sql`select set_config('portal.erasing', 'yes', true)`)
}
