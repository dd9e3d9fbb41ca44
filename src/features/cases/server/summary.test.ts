import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { execute, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openCaseSummary } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal({ COMPANY_NAME: 'Harborline Assistance' })
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

const requestSummary = (IncidentNumber: string, by = staff) => by.open(openCaseSummary, { IncidentNumber })

test.each([
  ['that does not exist', '99999999999'],
  ['without a summary', '24000000018'],
])('the summary of an incident %s returns 404', async (_case, number) => {
  expect((await requestSummary(number)).statusCode).toBe(404)
})

test('the summary of another client’s incident returns 404', async () => {
  expect((await requestSummary('24000000017', await portal.staffOf('other'))).statusCode).toBe(404)
})

test('every summary request is audited, whether or not there is a summary', async () => {
  const event = { actor: staff.userId, action: 'case summary opened' }
  await requestSummary('24000000017')
  const found = { client: 'ACME1', subject: '24000000017', detail: { rows: 1 } }
  expect(await portal.lastAudited()).toEqual({ ...event, ...found })
  await requestSummary('24000000018')
  const missing = { client: null, subject: '24000000018', detail: { rows: 0 } }
  expect(await portal.lastAudited()).toEqual({ ...event, ...missing })
})

test('a summary is not audited as opened when the render pool is full', async () => {
  const before = await portal.timesAudited('case summary opened')
  const responses = await Promise.all(Array.from({ length: 40 }, () => requestSummary('24000000017')))
  const opened = responses.filter(({ statusCode }) => statusCode === 200).length
  expect(opened).toBeLessThan(40)
  expect(await portal.timesAudited('case summary opened')).toBe(before + opened)
})

test('a client without the summary feature has no summaries', async () => {
  const switchSummaries = (on: boolean) =>
    execute(portal.databaseContext.owner, sql`update client set case_summary = ${on} where id = 'acme'`)
  await switchSummaries(false)
  expect((await requestSummary('24000000017')).statusCode).toBe(404)
  await switchSummaries(true)
})

test('a summary shows the patient, the incident and the treatment', async () => {
  const response = await requestSummary('24000000017')
  expect(response.headers['content-disposition']).toBe('inline; filename="case-summary-24000000017.pdf"')
  const [page, ...others] = await pdfPages(response.rawPayload)
  expect(others).toEqual([])
  for (const words of [
    'Harborline Assistance',
    '24000000017',
    'Sampleton, Ada',
    '5/6/1980',
    'POL-1',
    'Fell from a ladder',
    'Broke a wrist, was operated.',
    'page 1 of 1',
  ])
    expect(page?.text).toContain(words)
  const document = await PDFDocument.load(response.rawPayload, { updateMetadata: false })
  expect(document.getTitle()).toBe('Case summary for incident 24000000017')
  expect(document.getLanguage()).toBe('en-US')
})

test('rendering is deterministic, and a long summary spans several pages', async () => {
  const [one, again] = [await requestSummary('24000000017'), await requestSummary('24000000017')]
  expect(Buffer.compare(one.rawPayload, again.rawPayload)).toBe(0)
  const long = Array.from({ length: 400 }, (_, at) => `Day ${at}: the patient – Zoë – paid 10 € 🙂.`).join(
    '\n',
  )
  await portal.fixture.import({
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n24000000018,P1,POL-1,2026-04-01,Fever,2026-04-02,"${long}"\n`,
  })
  const pages = await pdfPages((await requestSummary('24000000018')).rawPayload)
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.map(({ text }) => text).join(' ')).toContain('Day 399: the patient – Zoë – paid 10 € \ufffd.')
  expect(pages.at(-1)?.text).toContain(`page ${pages.length} of ${pages.length}`)
})

test('a summary explains replaced characters only if it contains any', async () => {
  const [plain] = await pdfPages((await requestSummary('24000000017')).rawPayload)
  expect(plain?.text).not.toContain('cannot show')
  await portal.fixture.import({
    'patients.csv': 'patientCode,client,lastName,firstName,dateOfBirth\nP3,ACME1,כהן,Zoë,1980-05-06\n',
    'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary\n24000000019,P3,,2026-04-01,Fever?,2026-04-02,Went home.\n`,
  })
  const [page] = await pdfPages((await requestSummary('24000000019')).rawPayload)
  expect(page?.text).toContain('\ufffd\ufffd\ufffd, Zoë')
  expect(page?.text).toContain('Fever?')
  expect(page?.text).toContain('\ufffd marks a character that this document cannot show')
})
