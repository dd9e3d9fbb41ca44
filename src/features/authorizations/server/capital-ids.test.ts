import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization, undoDecision } from '../contract.ts'
import { messages } from '../messages.ts'
import { assignAuthorization } from '../queue-contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme')
})
afterAll(() => portal.close())

const itn = 'CAPITALS'

test('an assignee in capital letters is the person, also as the one that the user saw', async () => {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1' }])
  const assignee = ada.userId.toUpperCase()
  const assign = async (input: { assignee: string | null; seenAssignee?: string }) =>
    (await portal.call(assignAuthorization, { itn, ...input }, { headers: ada.headers })).statusCode
  expect(await assign({ assignee: randomUUID().toUpperCase() })).toBe(404)
  expect(await assign({ assignee })).toBe(200)
  expect(await assign({ assignee: null, seenAssignee: assignee })).toBe(200)
})

test('a repeated undo gets its first response if the ID has capital letters', async () => {
  const decided = await portal.call(
    processAuthorization,
    { itn, denialCode: '0188' },
    { headers: ada.headers },
  )
  const input = { itn, decisionId: decided.json().decisionId.toUpperCase() }
  for (let times = 0; times < 2; times += 1) {
    const undone = await portal.call(undoDecision, input, { headers: ada.headers })
    expect([undone.statusCode, undone.json().message]).toEqual([200, messages.undo.undone(itn)])
  }
})
