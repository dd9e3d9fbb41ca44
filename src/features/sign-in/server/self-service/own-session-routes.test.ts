import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listClients } from '#clients/contract.ts'
import { dayMs, hourMs, now, timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { endOtherSignIns, endSignIn, listSignIns } from '../../contract.ts'
import { messages } from '../../messages.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'alpine', ['ALP1'])
  await addClient(portal, 'lagoon', ['LAG1'])
})
afterAll(() => portal.close())

type Session = Awaited<ReturnType<typeof signInStaff>>
const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36'

let people = 0
/** Signs in the same new person as often as asked. */
async function signInTimes(count: number) {
  people += 1
  const subject = `person-${people}`
  const sessions: Session[] = []
  for (let n = 0; n < count; n += 1)
    sessions.push(await signInStaff(portal, 'alpine', { subject, userAgent: chrome, authenticatedAt: now() }))
  return sessions as [Session, ...Session[]]
}

async function list({ headers }: Session) {
  const response = await portal.call(listSignIns, {}, { headers })
  expect(response.statusCode).toBe(200)
  return listSignIns.response.parse(response.json()).signIns
}
const findCurrentId = async (session: Session) =>
  (await list(session)).find(({ isCurrent }) => isCurrent)?.id ?? ''
const end = (id: string, { headers }: Session) => portal.call(endSignIn, { id }, { headers })
const isSignedIn = async ({ headers }: Session) =>
  (await portal.call(listClients, {}, { headers })).statusCode === 200

const lastEntry = () =>
  queryRow(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), detail: z.unknown() }),
    sql`select actor, action, detail from audit_event order by id desc limit 1`,
  )

test('a person sees their own active sessions only', async () => {
  const [first, second, idle, old, left] = await signInTimes(5)
  await signInTimes(1)
  const change = (session: Session | undefined, columns: ReturnType<typeof sql>) =>
    execute(
      portal.databaseContext.owner,
      sql`update staff_session set ${columns} where key_hash = sha256(${session?.key}::text::bytea)`,
    )
  await change(idle, sql`renewed_at = ${timeAgo(2 * hourMs)}`)
  await change(old, sql`started_at = ${timeAgo(dayMs)}`)
  await change(left, sql`ended_at = now()`)
  const signIns = await list(first)
  expect(signIns.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
  expect(signIns[0]).toMatchObject({ device: 'Chrome on Windows', address: '127.0.0.1' })
  expect(await lastEntry()).toEqual({
    actor: first.userId,
    action: 'own sign-ins read',
    detail: { sessions: 2 },
  })
  expect(second).toBeDefined()
})

test('ending a session takes effect with its next request and is recorded', async () => {
  const [here, there] = await signInTimes(2)
  if (!there) throw new Error('There is one session.')
  const id = await findCurrentId(there)
  const response = await end(id, here)
  expect([response.statusCode, response.json()]).toEqual([200, { ended: 1 }])
  expect(await lastEntry()).toEqual({
    actor: here.userId,
    action: 'own sign-in ended',
    detail: { session: id },
  })
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  expect((await end(id, here)).statusCode).toBe(404)
})

test('the session of somebody else is like a missing one, and stays', async () => {
  const [mine] = await signInTimes(1)
  const [theirs] = await signInTimes(1)
  const foreign = await end(await findCurrentId(theirs), mine)
  const missing = await end('00000000-0000-4000-8000-000000000000', mine)
  for (const { statusCode, json } of [foreign, missing])
    expect([statusCode, json().detail]).toEqual([404, messages.signIns.unknown])
  expect(await isSignedIn(theirs)).toBe(true)
  expect((await end('not an id', mine)).statusCode).toBe(400)
})

test('the current session is not ended here, but by logging out', async () => {
  const [mine] = await signInTimes(1)
  const response = await end(await findCurrentId(mine), mine)
  expect([response.statusCode, response.json().detail]).toEqual([422, messages.signIns.isCurrent])
  expect(await isSignedIn(mine)).toBe(true)
})

test('all other sessions end together, those of other people stay', async () => {
  const [here, second, third] = await signInTimes(3)
  const [other] = await signInTimes(1)
  const response = await portal.call(endOtherSignIns, {}, { headers: here.headers })
  expect(response.json()).toEqual({ ended: 2 })
  expect(await lastEntry()).toMatchObject({ action: 'other own sign-ins ended', detail: { sessions: 2 } })
  const sessions = [here, second, third, other].filter((each) => each !== undefined)
  expect(await Promise.all(sessions.map(isSignedIn))).toEqual([true, false, false, true])
})

test.each([
  ['longer ago than the limit', { minutesAgo: 16, amr: ['hwk'] }],
  ['at a time the identity provider did not state', { minutesAgo: null, amr: ['hwk'] }],
  ['without the method that the settings name', { minutesAgo: 1, amr: ['pwd'] }],
])('ending sessions is refused after a sign-in %s, and they stay', async (_case, { minutesAgo, amr }) => {
  const strict = await portal.another({ STEP_UP_AMR_VALUES: ['hwk'] })
  const [here, there] = await signInTimes(2)
  if (!there) throw new Error('There is one session.')
  const prove = (at: Date | null, methods: string[]) =>
    execute(
      portal.databaseContext.owner,
      sql`
      update staff_session set authenticated_at = ${at}, amr = ${methods}
       where key_hash = sha256(${here.key}::text::bytea)`,
    )
  const id = await findCurrentId(there)
  const endHere = (path: string) =>
    strict.inject({ method: 'POST', url: path, headers: here.headers, payload: {} })
  const paths = [endSignIn.path.replace('{id}', id), endOtherSignIns.path]
  await prove(minutesAgo === null ? null : timeAgo(minutesAgo * 60_000), amr)
  for (const path of paths) {
    const refused = await endHere(path)
    expect(refused.json()).toMatchObject({
      status: 403,
      reason: 'step-up',
      detail: messages.signIns.stepUpNeeded,
    })
    expect(refused.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", max_age="900"',
    )
  }
  // What is wrong with a request is said before the step-up.
  expect((await endHere(endSignIn.path.replace('{id}', await findCurrentId(here)))).statusCode).toBe(422)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, true])
  // The evidence of the other session says nothing about this one.
  await prove(now(), ['hwk'])
  expect((await endHere(paths[0] ?? '')).json()).toEqual({ ended: 1 })
  expect(await isSignedIn(there)).toBe(false)
  await strict.close()
})

test('without a session, there is nothing to see or end', async () => {
  for (const response of [
    await portal.call(listSignIns, {}),
    await portal.call(endOtherSignIns, {}),
    await portal.call(endSignIn, { id: '00000000-0000-4000-8000-000000000000' }),
  ])
    expect(response.statusCode).toBe(401)
})
