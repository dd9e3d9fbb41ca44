import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { extractTexts } from '#test-support/make-pdf.ts'
import { listNotes, readTimeline } from '../activity-contract.ts'
import { listCaseDocuments, listMedicalRecords, openCaseDocument, openMedicalRecord } from '../contract.ts'

const incident = { incidentNumber: '24000000017', patientCode: 'P1', client: 'ACME1' }
const lists: [word: string, list: typeof listNotes, nothing: object, rows: number][] = [
  ['medicalRecords', listMedicalRecords as never, { medicalRecords: [] }, 2],
  ['caseDocuments', listCaseDocuments as never, { caseDocuments: [] }, 1],
  ['notes', listNotes, { notes: [] }, 2],
  // Six counts by day and kind, plus the count of unprocessed bills.
  ['timeline', readTimeline as never, { timeline: [], authorizations: [], waitingBills: 0 }, 7],
]

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

describe.each(lists)('%s', (_word, list, nothing, rows) => {
  test('is empty for another client', async () => {
    const other = await portal.staffOf('other')
    expect((await other.call(list, incident)).json()).toEqual(nothing)
    expect((await other.call(list, { ...incident, client: 'OTHER1' })).json()).toEqual(nothing)
  })

  test('is empty for an unknown incident', async () => {
    expect((await staff.call(list, { incidentNumber: '99999999999' })).json()).toEqual(nothing)
  })

  test.each([{ patientCode: 'P2' }, { client: 'ACME2' }])('is empty when the key has %j', async (change) => {
    expect((await staff.call(list, { ...incident, ...change })).json()).toEqual(nothing)
  })

  test('returns 404 to a client without case searches', async () => {
    const bare = await portal.staffOf('bare')
    expect((await bare.call(list, incident)).statusCode).toBe(404)
  })

  test('rejects an incident number of ten characters', async () => {
    expect((await staff.call(list, { ...incident, incidentNumber: '2400000001' })).statusCode).toBe(400)
  })

  test('audits every read', async () => {
    await staff.call(list, incident)
    const read = { actor: staff.userId, action: expect.stringMatching(/ read$/), subject: '24000000017' }
    expect(await portal.lastAudited()).toEqual({ ...read, client: 'ACME1', detail: { rows } })
    await staff.call(list, { ...incident, client: 'ACME2' })
    expect(await portal.lastAudited()).toEqual({ ...read, client: null, detail: { rows: 0 } })
  })
})

test('medical records and case documents are listed oldest first, with their pages', async () => {
  expect((await staff.call(listMedicalRecords, incident)).json().medicalRecords).toEqual([
    { id: 'R1', dateAdded: '2026-03-05', pageNumbers: '1-2', pageStartNumber: 1, pageEndNumber: 2 },
    { id: 'R2', dateAdded: '2026-03-10', pageNumbers: '3', pageStartNumber: 3, pageEndNumber: 3 },
  ])
  expect((await staff.call(listCaseDocuments, incident)).json().caseDocuments).toEqual([
    { id: 'D1', dateAdded: '2026-03-06', pageNumbers: '4-5', pageStart: 4, pageEnd: 5 },
  ])
})

test('notes are listed oldest first, as plain text', async () => {
  expect((await staff.call(listNotes, incident)).json().notes).toMatchObject([
    { timestamp: '2026-03-02T08:30:00.000Z', noteText: '<script>alert(1)</script>\nSecond line' },
    { timestamp: '2026-03-04T15:00:00.000Z', type: 'Call', author: 'M. Draftwick' },
  ])
})

const record = (first: number, last: number, IncidentNumber = '24000000017') => ({
  IncidentNumber,
  PageStartNumber: String(first),
  PageEndNumber: String(last),
})

describe('opening a document of a case', () => {
  test.each([
    ['beyond the record', record(1, 3)],
    ['of another record', record(2, 3)],
    ['beyond the file', record(6, 7)],
    ['that are reversed', record(2, 1)],
    ['of no record at all', record(6, 6)],
    ['of another incident', record(1, 2, '24000000018')],
    ['of an unknown incident', record(1, 2, '99999999999')],
    ['before the first', record(0, 2)],
    ['below zero', record(-1, 2)],
    ['beyond any file', record(1, 3_000_000_000)],
  ])('returns 404 for pages %s', async (_case, fields) => {
    const response = await staff.open(openMedicalRecord, fields)
    expect(response.statusCode).toBe(404)
    expect(response.body).toContain('This document was not found.')
  })

  test.each(['1.5', 'one', '1e400'])('rejects the page number "%s"', async (PageStartNumber) => {
    const response = await staff.open(openMedicalRecord, { ...record(1, 2), PageStartNumber })
    expect(response.statusCode).toBe(400)
  })

  test('returns the same 404 for another client’s document as for a missing one', async () => {
    const other = await portal.staffOf('other')
    const foreign = await other.open(openMedicalRecord, record(1, 2))
    const missing = await other.open(openMedicalRecord, record(1, 2, '99999999999'))
    const withoutReference = (body: string) => body.replace(/<p class="hint">Reference:.*?<\/p>/, '')
    expect(foreign.statusCode).toBe(404)
    expect(withoutReference(foreign.body)).toBe(withoutReference(missing.body))
  })

  test('returns 404 when a case document is requested as a medical record', async () => {
    expect((await staff.open(openMedicalRecord, record(4, 5))).statusCode).toBe(404)
    const fields = { IncidentNumber: '24000000017', PageStart: '4', PageEnd: '5' }
    const response = await staff.open(openCaseDocument, fields)
    expect(await extractTexts(response.rawPayload)).toEqual(['Page 4', 'Page 5'])
  })

  test('returns exactly the requested pages and prevents caching', async () => {
    const response = await staff.open(openMedicalRecord, record(1, 2))
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="medical-record-24000000017-1-2.pdf"',
    })
    expect(await extractTexts(response.rawPayload)).toEqual(['Page 1', 'Page 2'])
    expect(await extractTexts((await staff.open(openMedicalRecord, record(2, 2))).rawPayload)).toEqual([
      'Page 2',
    ])
  })

  test('is audited with the client, or without one if the document is not found', async () => {
    const opened = { actor: staff.userId, action: 'medical record opened', subject: '24000000017' }
    await staff.open(openMedicalRecord, record(1, 2))
    expect(await portal.lastAudited()).toEqual({
      ...opened,
      client: 'ACME1',
      detail: { first: 1, last: 2, rows: 1 },
    })
    await staff.open(openMedicalRecord, record(1, 3))
    expect(await portal.lastAudited()).toEqual({
      ...opened,
      client: null,
      detail: { first: 1, last: 3, rows: 0 },
    })
  })

  test('shows an error for a missing or damaged file and keeps the rest of the case usable', async () => {
    const [path = ''] = await storedFiles()
    for (const spoil of [() => writeFile(path, '%PDF-1.7 spoiled'), () => rm(path)]) {
      await spoil()
      const response = await staff.open(openMedicalRecord, record(1, 2))
      expect(response.statusCode).toBe(404)
      expect(response.body).toContain('This document cannot be opened right now.')
      expect((await staff.call(listMedicalRecords, incident)).json().medicalRecords).toHaveLength(2)
    }
    const counted = await portal.app.metrics.metrics()
    expect(counted).toContain('stored_documents_lost_total{fault="DocumentDamaged"} 1')
    expect(counted).toContain('stored_documents_lost_total{fault="DocumentMissing"} 1')
  })
})

async function storedFiles() {
  const folder = join(portal.config.DATA_DIR, 'documents')
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.pdf')).map((name) => join(folder, name))
}
