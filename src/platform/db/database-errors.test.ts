import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { messages } from '../config/messages.ts'
import { execute, inTransaction, sql } from './database.ts'
import { describeDatabaseError, isDatabaseLost } from './database-errors.ts'

const world = setUpDatabase()

/** Terminates the server process that runs the query, as a database restart does. */
async function breakOff(query: string) {
  const client = new pg.Client({ ...inject('testServer').superuser, database: world.name })
  await client.connect()
  const breaking = () =>
    client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query like $1 and pid <> pg_backend_pid() and state <> 'idle'`,
      [`%${query}%`],
    )
  await expect.poll(async () => (await breaking()).rowCount).toBeGreaterThan(0)
  await client.end()
}

test.each([
  ['by itself', () => execute(world.databaseContext.app, sql`select pg_sleep(60) as alone`), 'alone'],
  [
    'in a transaction',
    () => inTransaction(world.databaseContext.app, (db) => execute(db, sql`select pg_sleep(60) as within`)),
    'within',
  ],
])('a connection that breaks during a query %s fails only that query', async (_case, ask, query) => {
  const asked = ask().catch((error: unknown) => error)
  await breakOff(query)
  const error = await asked
  expect(isDatabaseLost(error)).toBe(true)
  expect(describeDatabaseError(error)).toBe(messages.databaseLost)
  const again = () => execute(world.databaseContext.app, sql`select 1`).catch(() => undefined)
  await expect.poll(again).toBe(0)
})

test('explains a full database disk', () => {
  const error = new pg.DatabaseError('could not extend file "base/1/2": No space left on device', 1, 'error')
  error.code = '53100'
  expect(describeDatabaseError(error)).toBe(messages.databaseFull)
})

test('reports our own errors with their own message', () => {
  expect(describeDatabaseError(new Error('Port 3000 is taken.'))).toBe('Port 3000 is taken.')
})
