import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { openLog } from '../config/log.ts'
import { toReplicaAddress } from './check-external-database.ts'
import { openDatabase, queryRow, sql } from './database.ts'
import { NotReplicaError, openReplica, readFrom, takeSample, trackFreshness } from './replica.ts'

const { app, superuser } = inject('testServer')
let world: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  world = await cloneDatabase(inject('testServer'))
})
afterAll(() => world.drop())

const log = openLog('silent')
const address = (given: pg.ClientConfig) =>
  `postgres://${given.user}:${given.password}@localhost/${world.name}?host=${encodeURIComponent(String(given.host))}&port=${given.port}`

function open(connectionString: string) {
  const primary = world.databaseContext.app
  const primaryAddress = { ...app, database: world.name }
  const limits = { connections: 2, statementTimeoutMs: 5_000, maxLagSeconds: 10 }
  return openReplica({ primary, primaryAddress, connectionString, ...limits, log })
}

describe('the freshness of a replica', () => {
  const at = performance.now()
  const sample = (ms: number, primary: bigint, replica: bigint) => ({ at: at + ms, primary, replica })

  test('is unknown until the replica reaches a position that was measured', () => {
    const freshness = trackFreshness()
    freshness.add(sample(0, 100n, 99n))
    expect(freshness.lagSeconds()).toBe(Number.POSITIVE_INFINITY)
    freshness.add(sample(1, 200n, 100n))
    expect(freshness.completeUntil()).toBe(at)
  })

  test('grows with the clock of this process while the replica stands still', () => {
    const freshness = trackFreshness()
    freshness.add(sample(-60_000, 100n, 100n))
    freshness.add(sample(0, 101n, 100n))
    expect(freshness.completeUntil()).toBe(at - 60_000)
    expect(freshness.lagSeconds()).toBeGreaterThanOrEqual(60)
  })

  test('stays current while the primary is idle', () => {
    const freshness = trackFreshness()
    for (const ms of [0, 1, 2]) freshness.add(sample(ms, 100n, 100n))
    expect(freshness.completeUntil()).toBe(at + 2)
  })

  test('takes the latest of several positions that were reached, and forgets all of them when set aside', () => {
    const freshness = trackFreshness()
    freshness.add(sample(0, 100n, 50n))
    freshness.add(sample(1, 200n, 60n))
    freshness.add(sample(2, 300n, 250n))
    expect(freshness.completeUntil()).toBe(at + 1)
    freshness.forget()
    freshness.add(sample(3, 400n, 300n))
    expect(freshness.completeUntil()).toBe(Number.NEGATIVE_INFINITY)
  })
})

test('reads from the primary while the replica is unreachable, and is not serving', async () => {
  const replica = open('postgres://nobody:wrong@localhost/none?host=/nowhere')
  const database = z.object({ name: z.string() })
  const query = sql`select current_database()::text as name`
  const read = readFrom(replica, world.databaseContext.app, '1')
  expect(await read((db) => queryRow(db, database, query))).toEqual({ name: world.name })
  expect(replica.isServing()).toBe(false)
  await replica.close()
})

test('never reads from a server that is not a standby, whatever its position', async () => {
  const primary = openDatabase(
    { ...app, database: world.name },
    { connections: 1, statementTimeoutMs: 5_000 },
  )
  const taken = takeSample({ primary, replica: primary })
  await expect(taken).rejects.toThrow(NotReplicaError)
  await expect(taken).rejects.toMatchObject({ code: 'not-standby' })
  await primary.destroy()
})

test('takes the serving role in sessions of the replica', async () => {
  const db = openDatabase(toReplicaAddress(address(superuser)), { connections: 1, statementTimeoutMs: 5_000 })
  const role = z.object({ role: z.string() })
  expect(await queryRow(db, role, sql`select current_user::text as role`)).toEqual({ role: 'portal_app' })
  await db.destroy()
})

test('passes on an error of the work itself', async () => {
  const read = readFrom(undefined, world.databaseContext.app, '1')
  await expect(read(() => Promise.reject(new Error('no such network')))).rejects.toThrow('no such network')
})
