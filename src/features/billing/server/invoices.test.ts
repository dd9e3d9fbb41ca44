import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openRepricingInvoice } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  const lines = Array.from(
    { length: 90 },
    (_, at) =>
      `T${at},24000000018,Clinic of a Long Name in a Small Town,2026-04-01,2026-04-02,USD,0.10,0.03,2026-04-30,Paid,,`,
  )
  const scanned = await makePdf(['Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5'])
  const { rejects } = await portal.fixture.import({
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary
24000000019,P1,POL-1,2026-12-30,Fever,2026-12-31,
24000000020,P1,POL-1,2026-05-01,Fever,2026-05-02,
`,
    'bills.csv': `itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd
E1,24000000018,Clinique du Lac,2026-04-01,2026-04-01,EUR,1000.00,900.10,2026-04-30,Paid,,
${lines.join('\n')}
W-2026-0000001147,24000000019,Zentralklinikum-Donaudampfschifffahrtsgesellschaft of a Long Name,2026-12-30,2026-12-31,EUR,99999999.99,0.00,2026-12-31,Paid,,
W-2026-0000001148,24000000019,Clinic,2026-12-30,2026-12-31,KWD,99999999.999,100000000.001,2026-12-31,Paid,,
I1,24000000020,Clínica São Rafael,2026-05-01,2026-05-01,USD,100,90,2026-05-30,Paid,2,3
I2,24000000020,Harbor Pharmacy,2026-05-02,2026-05-02,USD,100,90,2026-05-30,Paid,5,5
I3,24000000020,Not Repriced,2026-05-03,2026-05-03,USD,100,,,Received,4,4
`,
    'files/24000000020.pdf': scanned,
  })
  expect(rejects).toEqual([])
})
afterAll(() => portal.close())

const requestInvoice = (ITN: string, others: Record<string, string> = {}, by = staff) =>
  by.open(openRepricingInvoice, { IncidentNumber: '24000000017', ITN, ...others })

test.each([
  ['of an unknown bill', 'ITN9', {}],
  ['of a bill that has not been repriced', 'ITN1', {}],
  ['of a bill of another incident', 'E1', {}],
  ['of an unknown incident', 'ALL', { IncidentNumber: '99999999999' }],
])('the invoice %s returns 404', async (_case, itn, others) => {
  expect((await requestInvoice(itn, others)).statusCode).toBe(404)
})

test('the invoice for another client’s incident returns 404', async () => {
  expect((await requestInvoice('ALL', {}, await portal.staffOf('other'))).statusCode).toBe(404)
})

test('every invoice request is audited, whether or not there is an invoice', async () => {
  const event = { actor: staff.userId, action: 'repricing invoice opened', subject: '24000000017' }
  await requestInvoice('ALL')
  expect(await portal.lastAudited()).toEqual({ ...event, client: 'ACME1', detail: { itn: 'ALL', rows: 1 } })
  await requestInvoice('ITN9')
  expect(await portal.lastAudited()).toEqual({ ...event, client: null, detail: { itn: 'ITN9', rows: 0 } })
})

test('an invoice is not audited as opened when the render pool is full', async () => {
  const before = await portal.timesAudited('repricing invoice opened')
  const responses = await Promise.all(Array.from({ length: 40 }, () => requestInvoice('ALL')))
  const opened = responses.filter(({ statusCode }) => statusCode === 200).length
  expect(opened).toBeLessThan(40)
  expect(await portal.timesAudited('repricing invoice opened')).toBe(before + opened)
})

test('the invoice of one bill shows its charges, repriced amount and savings', async () => {
  const response = await requestInvoice('ITN2')
  expect(response.headers['content-disposition']).toBe(
    'inline; filename="repricing-invoice-24000000017-ITN2.pdf"',
  )
  const [page, ...others] = await pdfPages(response.rawPayload)
  expect(others).toEqual([])
  for (const words of [
    'Sampleton, Ada',
    'ITN2',
    'Mercy Hospital',
    '$1,250.50',
    '$900.25',
    '$350.25',
    '28.0%',
  ])
    expect(page?.text).toContain(words)
})

test.each(['ShowImages', 'BillImage'])('%s appends the bill image', async (field) => {
  const pages = await pdfPages((await requestInvoice('ALL', { [field]: 'true' })).rawPayload)
  expect(pages.map(({ text }) => text.includes('Repricing Invoice'))).toEqual([true, false])
  expect(pages[1]?.text).toContain('Page 6')
})

test('an invoice with images is one document whose image pages name their bill and page number', async () => {
  const of = { IncidentNumber: '24000000020', ShowImages: 'true' }
  const response = await requestInvoice('ALL', of)
  const pages = await pdfPages(response.rawPayload)
  const whole = 'Repricing invoice for incident 24000000020'
  for (const [at, words] of [
    'Repricing Invoice',
    'Image of bill I1, 1 of 2: Clínica São Rafael',
    'Image of bill I1, 2 of 2: Clínica São Rafael',
    'Image of bill I2: Harbor Pharmacy',
  ].entries()) {
    expect(pages[at]?.text).toContain(words)
    expect(pages[at]?.text).toContain(`${whole}, page ${at + 1} of 4`)
  }
  expect(pages.slice(1).map(({ text }) => /Page \d/.exec(text)?.[0])).toEqual(['Page 2', 'Page 3', 'Page 5'])
  const document = await PDFDocument.load(response.rawPayload, { updateMetadata: false })
  expect([document.getTitle(), document.getLanguage()]).toEqual([whole, 'en-US'])
  expect(Buffer.compare(response.rawPayload, (await requestInvoice('ALL', of)).rawPayload)).toBe(0)
})

test('the page count of an invoice of one bill includes its image', async () => {
  const of = { IncidentNumber: '24000000020', BillImage: 'true' }
  const pages = await pdfPages((await requestInvoice('I2', of)).rawPayload)
  expect(pages.map(({ text }) => /page \d of \d/.exec(text)?.[0])).toEqual(['page 1 of 2', 'page 2 of 2'])
})

test('the invoice of all bills repeats its headings on each page and totals each currency to the cent', async () => {
  const response = await requestInvoice('ALL', { IncidentNumber: '24000000018' })
  const pages = await pdfPages(response.rawPayload)
  expect(pages.length).toBeGreaterThan(2)
  for (const { text } of pages.slice(0, -1)) expect(text).toContain('Provider')
  const cents = 90 * 10 - 90 * 3
  const last = pages.at(-1)?.text ?? ''
  for (const words of ['EUR', '€99.90', 'USD', '$9.00', '$2.70', `$${(cents / 100).toFixed(2)}`])
    expect(last).toContain(words)
})

test('only the invoice of all bills lists bills that have not been repriced yet', async () => {
  const readInvoice = async (itn: string) =>
    (await pdfPages((await requestInvoice(itn)).rawPayload))
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(/\s+/g, ' ')
  expect(await readInvoice('ALL')).toContain(
    'Not repriced yet and not included in this invoice ITN1 (€100.00)',
  )
  expect(await readInvoice('ITN2')).not.toContain('Not repriced')
})

test('amounts and ITNs are never truncated, and the footer repeats the title', async () => {
  const of = { IncidentNumber: '24000000019' }
  const [page] = await pdfPages((await requestInvoice('ALL', of)).rawPayload)
  for (const whole of [
    'W-2026-0000001147',
    '€99,999,999.99',
    '100.0%',
    '12/31/2026',
    'W-2026-0000001148',
    'KWD\u00a099,999,999.999',
    '-KWD\u00a00.002',
  ])
    expect(page?.text).toContain(whole)
  const [one] = await pdfPages((await requestInvoice('W-2026-0000001147', of)).rawPayload)
  expect(one?.text).toContain('Repricing invoice for bill W-2026-0000001147, page 1 of 1')
})
