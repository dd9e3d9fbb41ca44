import { randomUUID } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { openLog } from '#platform/config/log.ts'
import { now } from '#platform/contract/clock.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { runCleanup } from '#platform/jobs/cleanup.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { runCommand } from '#test-support/run-command.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { createTicket } from '../../contract.ts'
import { createPortalTokens, signingKeyCleanup } from './portal-tokens.ts'
import { addSigningKeyCommands } from './token-commands.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let clock: ReturnType<typeof freezeClock>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
})
afterAll(() => portal.close())
beforeEach(() => {
  clock = freezeClock()
})

const rotate = (...flags: string[]) =>
  runCommand(portal, (program, open) => addSigningKeyCommands(program, open, async () => 2), [
    'signing-key',
    'rotate',
    ...flags,
  ])
const owner = { userId: randomUUID(), sessionId: randomUUID() }
const keyOf = (token: string) => decodeProtectedHeader(token).kid
const countKeys = async () =>
  (
    await queryRow(
      portal.db,
      z.object({ keys: z.number() }),
      sql`select count(*)::int as keys from signing_key`,
    )
  )?.keys

test('a new key signs once every process has read it, and the old one verifies until its tokens expire', async () => {
  const [first, second] = [createPortalTokens(portal.db), createPortalTokens(portal.db)]
  const sign = (tokens = first) => tokens.sign(owner, new Date(now().getTime() + 24 * 60 * 60_000))
  const old = await sign()
  await second.verify(old)
  expect(await rotate()).toContain('No one has to sign in again')
  clock.forward({ seconds: 59 })
  expect(keyOf(await sign())).toBe(keyOf(old))
  clock.forward({ seconds: 1 })
  const late = await sign(second)
  clock.forward({ seconds: 30 })
  const current = await sign()
  expect(keyOf(current)).not.toBe(keyOf(old))
  for (const tokens of [first, second])
    for (const token of [old, late, current])
      expect(await tokens.verify(token)).toEqual({ owner, isExpired: false })
  clock.forward({ minutes: 15 })
  expect(await first.verify(old)).toBeUndefined()
  expect(await first.verify(current)).toEqual({ owner, isExpired: false })
})

test('keeps only the keys that still verify', async () => {
  const { owner: db } = portal.databaseContext
  const cleanUp = () => runCleanup({ db, jobs: signingKeyCleanup, log: openLog('silent') })
  await rotate()
  clock.forward({ minutes: 20 })
  await cleanUp()
  expect(await countKeys()).toBe(1)
  await rotate()
  clock.forward({ minutes: 16, seconds: 30 })
  await cleanUp()
  expect(await countKeys()).toBe(2)
  clock.forward({ seconds: 1 })
  await cleanUp()
  expect(await countKeys()).toBe(1)
})

test('after a leak, the old key and all sessions end', async () => {
  const staff = await signInStaff(portal, 'alpine')
  const request = () =>
    portal.call(createTicket, { path: '/api/casedocument', fields: {} }, { headers: staff.headers })
  expect((await request()).statusCode).toBe(200)
  expect(await rotate('--end-sessions')).toContain('ended 3 sessions. Every portal rejects the old key')
  expect(await countKeys()).toBe(1)
  expect((await request()).statusCode).toBe(401)
  const last = sql`select action from audit_event order by id desc limit 1`
  expect(await queryRow(portal.databaseContext.owner, z.object({ action: z.string() }), last)).toEqual({
    action: 'signing key rotated',
  })
  clock.forward({ seconds: 31 })
  expect(await createPortalTokens(portal.db).verify(staff.token)).toBeUndefined()
})
