import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import { openHttpServer } from '#platform/http/http-server.ts'
import { registerRequestMetrics } from '#platform/http/monitoring-routes.ts'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { blankObjectStreamWithoutIndex, sharedImage } from '#test-support/malicious-pdfs.ts'
import { createExtractionContext, extractForResponse, openDocumentService } from './document-service.ts'
import { registerUnavailableDocuments } from './unavailable-documents.ts'

const folder = join(tmpdir(), `documents-${process.pid}`)
const service = openDocumentService(folder, {
  budget: { megabytes: 260 },
  limits: { pages: 2, fileBytes: 4 << 20 },
})
afterAll(service.close)
const metadata = { title: 'Medical record', author: 'Portal' }
let app: Awaited<ReturnType<typeof openHttpServer>>
let log: string[]
let sha256: string
let reach: () => Promise<void>
/** The second page of the document, unless a test says otherwise. */
let parts: { sha256: string; first: number; last: number }[] | undefined

beforeEach(async () => {
  log = []
  parts = undefined
  reach = service.storage.reach
  app = await openHttpServer(readConfig({}), openLog('error', { write: (line) => log.push(line) }))
  registerRequestMetrics(app)
  registerUnavailableDocuments(app, { reach: () => reach() })
  sha256 = await service.storage.put(await makePdf(['Page 1', 'Page 2']))
  app.get('/document', async (request) => {
    const asked = { ...metadata, parts: parts ?? [{ sha256, first: 2, last: 2 }] }
    return buffer((await extractForResponse(service, createExtractionContext(request), asked)).pieces)
  })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
})

const path = () => join(folder, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`)

/** An intact file that is not a readable PDF. */
async function putUnreadable() {
  sha256 = await service.storage.put(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>'))
}

/** A file whose pages can be counted but whose second page cannot be read. */
async function putDamagedPage() {
  const pdf = Buffer.from(await makePdf(['Page 1', 'Page 2']))
  pdf.write(')', pdf.lastIndexOf('/Filter'))
  sha256 = await service.storage.put(pdf)
}

async function putDeviceInPlace() {
  await rm(path())
  await symlink('/dev/zero', path())
}

async function putFolderInPlace() {
  await rm(path())
  await mkdir(path())
}

async function putLoopInPlace() {
  await rm(path())
  await symlink(path(), path())
}

const countOf = async (fault: string) =>
  Number(new RegExp(`lost_total\\{fault="${fault}"\\} (\\d+)`).exec(await app.metrics.metrics())?.[1])

test.each([
  ['DocumentMissing', () => rm(path())],
  ['DocumentDamaged', () => writeFile(path(), '%PDF of a cafe')],
  ['DocumentUnreadable', putFolderInPlace, ' EISDIR'],
  ['DocumentUnreadable', putLoopInPlace, ' ELOOP'],
  ['DocumentUnreadable', putDeviceInPlace, ' NO_FILE'],
  ['UnreadablePdfError', putUnreadable],
  ['UnreadablePdfError', putDamagedPage],
] as [fault: string, spoil: () => unknown, why?: string][])(
  'on %s, the user gets a message and the operator a log line and a count',
  async (fault, spoil, why = '') => {
    expect(await countOf(fault)).toBe(0)
    await spoil()
    const response = await app.inject('/document')
    expect(response.statusCode).toBe(404)
    expect(response.json().detail).toContain('Your administrator has been notified.')
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'stored document unavailable', err: { kind: fault, code: `${sha256}${why}` } },
    ])
    expect(await countOf(fault)).toBe(1)
  },
)

test('rejects a document that exceeds its memory limit, alerts on each request and keeps serving', async () => {
  expect(await countOf('PdfLimitError')).toBe(0)
  const whole = sha256
  sha256 = await service.storage.put(blankObjectStreamWithoutIndex(1000))
  const [refused, health] = await Promise.all([app.inject('/document'), app.inject('/nothing')])
  expect(refused.statusCode).toBe(503)
  expect(refused.json().detail).toContain('needs more memory or time than the portal allows')
  expect(health.statusCode).toBe(404)
  expect((await app.inject('/document')).statusCode).toBe(503)
  const alert = { err: { kind: 'PdfLimitError', code: `${sha256} MEMORY` } }
  expect(log.map((line) => JSON.parse(line))).toMatchObject([alert, alert])
  expect(await countOf('PdfLimitError')).toBe(2)
  sha256 = whole
  expect((await app.inject('/document')).statusCode).toBe(200)
})

test.each([
  ['more pages than fit in one document', 9, 3, 'A document can have at most 2 pages.'],
  ['pages that are larger than one document may be', 3 << 20, 2, 'These pages exceed the limit of 4 MB.'],
])('rejects %s with a message and without an alert', async (_what, bytes, documents, sentence) => {
  parts = []
  for (let each = 0; each < documents; each += 1)
    parts.push({ sha256: await service.storage.put(sharedImage(1, bytes)), first: 1, last: 1 })
  const response = await app.inject('/document')
  expect(response.statusCode).toBe(413)
  expect(response.json().detail).toContain(sentence)
  expect(log).toEqual([])
})

test('exports whether documents can be reached', async () => {
  expect(await app.metrics.metrics()).toContain('portal_documents_up 1\n')
  reach = () => Promise.reject(new Error('away'))
  expect(await app.metrics.metrics()).toContain('portal_documents_up 0\n')
})

test('raises no alert for a readable document', async () => {
  const response = await app.inject('/document')
  expect(await extractTexts(response.rawPayload)).toEqual(['Page 2'])
  expect(log).toEqual([])
})
