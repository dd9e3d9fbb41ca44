import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization, undoDecision } from '../contract.ts'
import { messages } from '../messages.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
let bills = 0
beforeAll(async () => {
  portal = await openPortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  staff = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

/** Adds a bill that is pending in its second round and returns its ITN. */
async function addBill() {
  bills += 1
  const itn = `ITN-${bills}`
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1', round: 2 }])
  return itn
}

async function deny(itn: string, round: number) {
  const { headers } = staff
  return (await portal.call(processAuthorization, { itn, round, denialCode: '0188' }, { headers })).json()
}

test.each([0, -1, 1.5, 3, 1e15, 1e300])(
  'a decision in the nonexistent round %d is rejected with a message',
  async (round) => {
    const itn = await addBill()
    const message = messages.unknownRound(itn)
    expect(await deny(itn, round)).toMatchObject({ statusCode: 422, message })
  },
)

test('a bill resubmitted since the user saw it cannot be decided in its old round', async () => {
  const itn = await addBill()
  const message = messages.resubmitted(itn, '3/10/2026 8:00 AM')
  expect(await deny(itn, 1)).toMatchObject({ statusCode: 409, message })
  expect(await deny(itn, 2)).toMatchObject({ statusCode: 200 })
})

test.each(['', 'k'.repeat(201)])(
  'an invalid key (%j) is rejected with a message, and nothing is decided',
  async (key) => {
    const itn = await addBill()
    const response = await portal.call(
      processAuthorization,
      { itn, denialCode: '0188', idempotencyKey: key },
      staff,
    )
    expect(response.json()).toMatchObject({ statusCode: 422, message: messages.invalidKey })
    expect(await deny(itn, 2)).toMatchObject({ statusCode: 200 })
  },
)

test('only errors of a decision carry `statusCode`, as its success response does', async () => {
  const itn = await addBill()
  expect(await deny(itn, 3)).toHaveProperty('statusCode')
  const undone = await portal.call(undoDecision, { itn }, staff)
  expect(undone.json()).toMatchObject({ status: 409 })
  expect(undone.json()).not.toHaveProperty('statusCode')
})
