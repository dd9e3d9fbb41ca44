import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { aPdf, textsIn } from '#testing/a-pdf.ts'
import { openHttpServer } from '../http-server.ts'
import { openLog } from '../log.ts'
import { measureRequests } from '../metrics.ts'
import { readConfig } from '../settings.ts'
import { openDocumentStore } from './document-store.ts'
import { alarmOf, countLostDocuments } from './lost-documents.ts'
import { openPages } from './open-pages.ts'

const folder = join(tmpdir(), `documents-${process.pid}`)
const store = openDocumentStore(folder)
const facts = { title: 'Medical record', author: 'Portal' }
let app: Awaited<ReturnType<typeof openHttpServer>>
let log: string[]
let sha256: string

beforeEach(async () => {
  log = []
  app = await openHttpServer(readConfig({}), openLog('error', { write: (line) => log.push(line) }))
  measureRequests(app)
  countLostDocuments(app)
  sha256 = await store.put(await aPdf(['Page 1', 'Page 2']))
  app.get('/document', async (request) => {
    const parts = [{ sha256, first: 2, last: 2 }]
    return Buffer.from(await openPages(store, alarmOf(request), { ...facts, parts }))
  })
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })
})

const path = () => join(folder, 'documents', sha256.slice(0, 2), `${sha256.slice(2)}.pdf`)

/** A file that is what was put in, and no PDF that can be read. */
async function putUnreadable() {
  sha256 = await store.put(Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>'))
}

/** A file whose pages can be counted, and the second of them not be read. */
async function putDamagedPage() {
  const pdf = Buffer.from(await aPdf(['Page 1', 'Page 2']))
  pdf.write(')', pdf.lastIndexOf('/Filter'))
  sha256 = await store.put(pdf)
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
  ['UnreadablePdf', putUnreadable],
  ['UnreadablePdf', putDamagedPage],
] as [fault: string, spoil: () => unknown, why?: string][])(
  '%s: the person is told in words, the operator by the log and by a count',
  async (fault, spoil, why = '') => {
    expect(await countOf(fault)).toBe(0)
    await spoil()
    const answer = await app.inject('/document')
    expect(answer.statusCode).toBe(404)
    expect(answer.json().detail).toContain('Those who look after the portal have been told.')
    expect(log.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'a stored document cannot be shown', err: { kind: fault, code: `${sha256}${why}` } },
    ])
    expect(await countOf(fault)).toBe(1)
  },
)

test('a document that can be shown is no alarm', async () => {
  const answer = await app.inject('/document')
  expect(await textsIn(answer.rawPayload)).toEqual(['Page 2'])
  expect(log).toEqual([])
})
