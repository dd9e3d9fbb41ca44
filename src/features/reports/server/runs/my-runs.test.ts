import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addRun, grantReports } from '#test-support/report-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listReportRuns, showReportRun } from '../../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let internal: string
beforeAll(async () => {
  portal = await openCasePortal()
  internal = portal.config.INTERNAL_CLIENT_ID
  await addClient(portal, internal, [])
  for (const client of ['acme', 'other']) await grantReports(portal, client)
})
afterAll(() => portal.close())

const subject = 'internal user'
/**
 * Signs in an internal user who is viewing a client. Returns functions that check the user's large reports.
 */
async function viewing(client: string) {
  const { headers, userId } = await signInStaff(portal, internal, { subject, viewing: client })
  const listed = async () => {
    const response = await portal.call(listReportRuns, {}, { headers })
    return listReportRuns.response.parse(response.json()).runs.map(({ id }) => id)
  }
  const shows = async (run: string) =>
    (await portal.call(showReportRun, { run }, { headers })).statusCode === 200
  return { userId, listed, shows }
}

test('the list contains only reports the user ordered for the current client', async () => {
  const [acme, other] = [await viewing('acme'), await viewing('other')]
  expect(acme.userId).toBe(other.userId)
  const { owner } = portal.databaseContext
  const { userId } = acme
  const ofAcme = await addRun(owner, { userId, clientId: 'acme', codes: ['ACME1'] })
  const ofOther = await addRun(owner, { userId, clientId: 'other', codes: ['OTHER1'] })
  const movedToAcme = await addRun(owner, { userId, clientId: 'other', codes: ['ACME2'] })
  expect([await acme.listed(), await other.listed()]).toEqual([[ofAcme], [ofOther]])
  for (const run of [ofOther, movedToAcme]) expect(await acme.shows(run)).toBe(false)
  expect(await other.shows(ofAcme)).toBe(false)
})
