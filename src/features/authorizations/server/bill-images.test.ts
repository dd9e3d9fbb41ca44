import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBillImage } from '#billing/contract.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { listPendingAuthorizations } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
  const incidentNumber = '24000000017'
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'ITN2', client: 'ACME1', incidentNumber },
    { itn: 'ITN1', client: 'ACME1', incidentNumber },
    { itn: 'NOBILL', client: 'ACME1', incidentNumber },
    { itn: 'NOCASE', client: 'ACME1' },
    { itn: 'FOREIGN', client: 'OTHER1', incidentNumber },
  ])
})
afterAll(() => portal.close())

const listBills = async (clientId: string) => {
  const { headers } = await portal.staffOf(clientId)
  const { bills } = (await portal.call(listPendingAuthorizations, {}, { headers })).json()
  return bills as { itnNumber: string; caseHash: string | null; billImage: boolean }[]
}

test('another client’s case and bill image are like missing', async () => {
  expect(await listBills('other')).toMatchObject([{ itnNumber: 'FOREIGN', caseHash: null, billImage: false }])
})

test('pending authorizations name their case, and say whether its file has an image of the bill', async () => {
  const bills = await listBills('acme')
  const find = (itn: string) => bills.find(({ itnNumber }) => itnNumber === itn)
  expect(find('ITN2')).toMatchObject({ caseHash: expect.any(String), billImage: true })
  expect(find('ITN1')).toMatchObject({ caseHash: expect.any(String), billImage: false })
  expect(find('NOBILL')).toMatchObject({ caseHash: find('ITN2')?.caseHash, billImage: false })
  expect(find('NOCASE')).toMatchObject({ caseHash: null, billImage: false })
  const staff = await portal.staffOf('acme')
  const opened = await staff.open(openBillImage, { IncidentNumber: '24000000017', ITN: 'ITN2' })
  expect(opened.statusCode).toBe(200)
})
