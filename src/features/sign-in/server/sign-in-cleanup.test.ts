import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { signInCleanup } from './sign-in-cleanup.ts'
import { upsertUser } from './staff-people.ts'
import { startSession } from './staff-sessions.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())

async function begin(idToken: string) {
  const person = { issuer: 'https://login.test', subject: 'ada', name: 'Ada', email: undefined }
  const userId = await upsertUser(portal.db, person)
  await startSession(portal.db, { userId, clientId: 'alpine', idToken, address: '127.0.0.1' })
}
const cleanUp = () => runCleanup({ db: portal.db, jobs: signInCleanup, log: openLog('silent') })
const tokens = async () =>
  (
    await queryRows(
      portal.databaseContext.owner,
      z.object({ token: z.string() }),
      sql`select id_token as token from staff_session order by started_at`,
    )
  ).map(({ token }) => token)

test('deletes the ID token of an ended session, and the session one day after its start', async () => {
  const clock = freezeClock()
  await begin('idle')
  clock.forward({ minutes: 30 })
  await begin('alive')
  clock.forward({ minutes: 30 })
  await cleanUp()
  expect(await tokens()).toEqual(['', 'alive'])
  await execute(portal.databaseContext.owner, sql`update staff_session set ended_at = now()`)
  await cleanUp()
  expect(await tokens()).toEqual(['', ''])
  clock.forward({ minutes: 23 * 60 + 1 })
  await cleanUp()
  expect(await tokens()).toEqual([''])
  clock.forward({ minutes: 30 })
  await cleanUp()
  expect(await tokens()).toEqual([])
})
