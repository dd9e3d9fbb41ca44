import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { openLog } from '../config/log.ts'
import { execute, inTransaction, queryRow, sql } from '../db/database.ts'
import { type CleanupJob, runCleanup, startCleanup } from './cleanup.ts'

const database = setUpDatabase()

const nonces = ['first', 'second']
beforeEach(async () => {
  const { owner } = database.databaseContext
  await execute(owner, sql`delete from captcha_used`)
  for (const nonce of nonces)
    await execute(owner, sql`insert into captcha_used (nonce, expires_at) values (${nonce}, now())`)
})

const deleting = (nonce: string): CleanupJob => ({
  name: nonce,
  statements: () => [sql`delete from captcha_used where nonce = ${nonce}`],
})
const jobs = nonces.map(deleting)

const remaining = async () =>
  (
    await queryRow(
      database.databaseContext.owner,
      z.object({ nonces: z.array(z.string()) }),
      sql`select coalesce(array_agg(nonce order by nonce), '{}') as nonces from captcha_used`,
    )
  )?.nonces

const silent = openLog('silent')
const db = () => database.databaseContext.app

test('runs every job once', async () => {
  await runCleanup({ db: db(), jobs, log: silent })
  expect(await remaining()).toEqual([])
})

test('skips a job that another process is running', async () => {
  await inTransaction(database.databaseContext.owner, async (other) => {
    await execute(other, sql`select pg_advisory_xact_lock(hashtext('cleanup'), hashtext('first'))`)
    await runCleanup({ db: db(), jobs, log: silent })
  })
  expect(await remaining()).toEqual(['first'])
  await runCleanup({ db: db(), jobs, log: silent })
  expect(await remaining()).toEqual([])
})

test('logs a failed job, rolls it back and runs the others', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const broken = {
    name: 'first',
    statements: () => [...(jobs[0]?.statements() ?? []), sql`delete from nothing`],
  }
  await runCleanup({ db: db(), jobs: [broken, deleting('second')], log })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { job: 'first', err: { code: '42P01' }, msg: 'cleanup failed' },
  ])
  expect(await remaining()).toEqual(['first'])
})

test('starts immediately, and stopping waits for the job in progress and starts no other', async () => {
  const begun = Promise.withResolvers<void>()
  const observed: CleanupJob = {
    name: 'first',
    statements: () => {
      begun.resolve()
      return deleting('first').statements()
    },
  }
  const cleanup = startCleanup('cleanup', { db: db(), jobs: [observed, deleting('second')], log: silent })
  await begun.promise
  await cleanup.stop()
  expect(await remaining()).toEqual(['second'])
})
