import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { extractTexts } from '#test-support/make-pdf.ts'
import { listBills, openBillImage } from '../contract.ts'

const incident = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }
const image = (ITN: string, IncidentNumber = '24000000017') => ({ IncidentNumber, ITN })

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

test('another client’s bills are not listed, and their images return 404', async () => {
  const other = await portal.staffOf('other')
  expect((await other.call(listBills, incident)).json()).toEqual({ bills: [] })
  expect((await other.open(openBillImage, image('ITN2'))).statusCode).toBe(404)
})

test.each([{ patientCode: 'P2' }, { client: 'ACME2' }, { incidentNumber: '24000000018' }])(
  'the bill list is empty when the key has %j',
  async (change) => {
    expect((await staff.call(listBills, { ...incident, ...change })).json()).toEqual({ bills: [] })
  },
)

test('the bill list returns 404 to a client without case searches', async () => {
  const bare = await portal.staffOf('bare')
  expect((await bare.call(listBills, incident)).statusCode).toBe(404)
})

test('bills are listed by service date, with amounts for display and as decimals', async () => {
  expect((await staff.call(listBills, incident)).json().bills).toEqual([
    {
      itn: 'ITN1',
      policyNumber: 'POL-1',
      providerName: 'Dr. Draft',
      serviceDate: '3/1/2026',
      serviceFrom: '2026-03-01',
      serviceTo: '2026-03-01',
      currency: 'EUR',
      totalCharges: '€100.00',
      totalChargesAmount: '100.00',
      repricedAmount: null,
      repricedAmountAmount: null,
      savingsAmount: null,
      savingsAmountAmount: null,
      savingsPercent: null,
      savingsPercentAmount: null,
      processedDate: null,
      paymentStatus: 'Received',
      billImage: false,
      invoice: false,
    },
    {
      itn: 'ITN2',
      policyNumber: 'POL-1',
      providerName: 'Mercy Hospital',
      serviceDate: '3/4/2026-3/9/2026',
      serviceFrom: '2026-03-04',
      serviceTo: '2026-03-09',
      currency: 'USD',
      totalCharges: '$1,250.50',
      totalChargesAmount: '1250.50',
      repricedAmount: '$900.25',
      repricedAmountAmount: '900.25',
      savingsAmount: '$350.25',
      savingsAmountAmount: '350.25',
      savingsPercent: '28.0%',
      savingsPercentAmount: '28.0',
      processedDate: '2026-04-01',
      paymentStatus: 'Paid',
      billImage: true,
      invoice: true,
    },
  ])
})

test.each([
  ['without an image', 'ITN1', '24000000017'],
  ['of another incident', 'ITN2', '24000000018'],
  ['that does not exist', 'ITN9', '24000000017'],
])('the image of a bill %s returns 404', async (_case, itn, incidentNumber) => {
  expect((await staff.open(openBillImage, image(itn, incidentNumber))).statusCode).toBe(404)
})

test('reads of bills and images are audited, even if they find nothing', async () => {
  const read = { actor: staff.userId, action: 'bills read', subject: '24000000017' }
  await staff.call(listBills, incident)
  expect(await portal.lastAudited()).toEqual({ ...read, client: 'ACME1', detail: { rows: 2 } })
  await staff.call(listBills, { ...incident, client: 'ACME2' })
  expect(await portal.lastAudited()).toEqual({ ...read, client: null, detail: { rows: 0 } })
  const opened = { actor: staff.userId, action: 'bill image opened' }
  await staff.open(openBillImage, image('ITN2'))
  expect(await portal.lastAudited()).toEqual({
    ...opened,
    subject: 'ITN2',
    client: 'ACME1',
    detail: { rows: 1 },
  })
  await staff.open(openBillImage, image('ITN9'))
  expect(await portal.lastAudited()).toEqual({
    ...opened,
    subject: 'ITN9',
    client: null,
    detail: { rows: 0 },
  })
})

test("a bill's image is its page range in the incident's file", async () => {
  const response = await staff.open(openBillImage, image('ITN2'))
  expect(response.headers['content-disposition']).toBe('inline; filename="bill-ITN2.pdf"')
  expect(await extractTexts(response.rawPayload)).toEqual(['Page 6'])
})
