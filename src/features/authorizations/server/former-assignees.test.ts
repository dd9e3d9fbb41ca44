import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { importText, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, processAuthorization } from '../contract.ts'
import { assignAuthorization } from '../queue-contract.ts'
import { queueMessages } from '../queue-messages.ts'
import { itnImport } from './import/itn-import.ts'

const itn = 'ITN-1'

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let bob: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1', 'ACME2'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
})
beforeEach(async () => {
  await run(sql`delete from staff_grant`)
  await run(sql`update staff_user set disabled_at = null`)
  await run(sql`delete from authorization_request`)
  await importBill()
  expect((await assign(bob.userId)).statusCode).toBe(200)
})
afterAll(() => portal.close())

const run = (statement: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) => execute(db, sql`${statement}`))

const importBill = (received = '2026-03-10T12:00:00Z', charge = '10') =>
  importText(
    portal.databaseContext,
    itnImport,
    `itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt
${itn},ACME1,,,,"Sampleton, Ada",Mercy Hospital,2026-03-04,2026-03-09,${charge},USD,${received}\n`,
  )

const assign = (assignee: string | null, seenAssignee?: string | null) =>
  portal.call(assignAuthorization, { itn, assignee, seenAssignee }, { headers: ada.headers })

async function findAssignee() {
  const response = await portal.call(listPendingAuthorizations, {}, { headers: ada.headers })
  const [bill] = listPendingAuthorizations.response.parse(response.json()).bills
  return [bill?.assignee?.name ?? null, bill?.formerAssignee]
}

const losses = [
  ['is disabled', () => sql`update staff_user set disabled_at = now() where id = ${bob.userId}`],
  [
    'no longer sees the code',
    () => sql`insert into staff_grant values (${bob.userId}, 'client code', 'ACME2', now())`,
  ],
] as const

test.each(losses)('a bill whose assignee %s is unassigned and says who it was', async (_what, lose) => {
  expect(await findAssignee()).toEqual(['Bob Mockbury', null])
  await run(lose())
  expect(await findAssignee()).toEqual([null, 'Bob Mockbury'])
})

test.each(losses)('a bill whose assignee %s is assigned as one that has none', async (_what, lose) => {
  const refused = await assign(ada.userId, null)
  expect(refused.json().detail).toBe(queueMessages.assign.taken(itn, 'Bob Mockbury'))
  await run(lose())
  expect((await assign(ada.userId, null)).statusCode).toBe(200)
  expect(await findAssignee()).toEqual(['Ada Sampleton', null])
})

test('the assignment to a person who may no longer decide can be removed', async () => {
  await run(losses[0][1]())
  expect((await assign(null, null)).statusCode).toBe(200)
  expect(await findAssignee()).toEqual([null, null])
})

test('a corrected bill keeps its assignee, and one that is submitted again has none', async () => {
  await importBill('2026-03-10T12:00:00Z', '20')
  expect(await findAssignee()).toEqual(['Bob Mockbury', null])
  const decision = { itn, additionalInfo: '0507' }
  const decided = await portal.call(processAuthorization, decision, { headers: ada.headers })
  expect(decided.json()).toMatchObject({ statusCode: 200 })
  await importBill('2026-03-11T12:00:00Z', '20')
  expect(await findAssignee()).toEqual([null, null])
})
