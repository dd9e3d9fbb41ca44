import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { z } from 'zod'
import { cloneDatabase } from '#test-support/database.ts'
import { openLog } from '../config/log.ts'
import { toReplicaAddress } from './check-external-database.ts'
import { type Database, openDatabase, queryRow, sql } from './database.ts'
import { createRead, NotReplicaError, openReplica, readFrom, takeSample, trackFreshness } from './replica.ts'

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

describe('a read', () => {
  const [primary, replica] = [{} as Database, {} as Database]
  const opened = performance.now()
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const conflict = Object.assign(new pg.DatabaseError('conflict', 1, 'error'), { code: '40001' })
  const timeout = Object.assign(new pg.DatabaseError('timeout', 1, 'error'), { code: '57014' })

  function createReads(completeUntil = Number.POSITIVE_INFINITY) {
    const outage = Promise.withResolvers<undefined>()
    const watch = {
      isServing: () => true,
      completeUntil: () => completeUntil,
      setAside: vi.fn(),
      outage: () => outage.promise,
    }
    return { ...watch, read: createRead({ primary, replica, watch }), end: () => outage.resolve(undefined) }
  }
  /** Fails on the replica and succeeds on the primary. */
  const failing = (error: Error) => async (db: Database) => {
    if (db === replica) throw error
    return 'primary'
  }
  const name = async (db: Database) => (db === replica ? 'replica' : 'primary')

  test('uses the replica only if it has what the process knew when it first saw the version', async () => {
    expect(await createReads().read('1', name)).toBe('replica')
    expect(await createReads(opened - 1).read('1', name)).toBe('primary')
  })

  test.each([
    ['a lost connection', lost, 1],
    ['a conflict with the replay', conflict, 0],
  ])('runs again on the primary after %s', async (_what, error, setAside) => {
    const reads = createReads()
    expect(await reads.read('1', failing(error))).toBe('primary')
    expect(reads.setAside).toHaveBeenCalledTimes(setAside)
  })

  test('is not repeated after its time limit or an error of its own', async () => {
    const { read } = createReads()
    await expect(read('1', failing(timeout))).rejects.toBe(timeout)
    await expect(read('1', failing(new Error('no such network')))).rejects.toThrow('no such network')
  })

  test('moves to the primary when the replica is set aside while it runs', async () => {
    const { read, end } = createReads()
    const found = read('1', (db) => (db === replica ? new Promise<string>(() => {}) : name(db)))
    end()
    expect(await found).toBe('primary')
  })
})

test('passes on an error of the work itself', async () => {
  const read = readFrom(undefined, world.databaseContext.app, '1')
  await expect(read(() => Promise.reject(new Error('no such network')))).rejects.toThrow('no such network')
})
