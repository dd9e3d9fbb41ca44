import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExport } from '#platform/list-export-contract.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
})
afterAll(() => portal.close())

test('rejects requests without a session', async () => {
  const { statusCode } = await portal.call(recordExport, { list: 'bills', format: 'csv', rows: 1 })
  expect(statusCode).toBe(401)
})

test.each([
  ['an unknown list', { list: 'people', format: 'csv', rows: 1 }],
  ['an unknown format', { list: 'bills', format: 'xls', rows: 1 }],
  ['no rows', { list: 'bills', format: 'csv', rows: 0 }],
  ['a broken number of rows', { list: 'bills', format: 'csv', rows: 1.5 }],
])('rejects %s', async (_what, input) => {
  const staff = await portal.staffOf('acme')
  expect((await staff.call(recordExport, input as never)).statusCode).toBe(400)
})

test("records the person, the client's codes, the list and the number of rows", async () => {
  const staff = await portal.staffOf('acme')
  expect((await staff.call(recordExport, { list: 'patients', format: 'xlsx', rows: 33 })).json()).toEqual({})
  expect(await portal.lastAudited()).toMatchObject({
    action: 'list downloaded',
    detail: { list: 'patients', format: 'xlsx', rows: 33, clients: expect.stringContaining('ACME1') },
  })
})
