import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { blankObjectStreamWithoutIndex, manyAnnotations } from '#test-support/malicious-pdfs.ts'
import { openPdfWorkers, type PdfWorkersOptions } from './pdf-worker-pool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pdfs-'))
  onTestFinished(() => rm(folder, { recursive: true }))
})

async function workers(options: PdfWorkersOptions = {}) {
  const opened = openPdfWorkers(folder, options)
  onTestFinished(opened.close)
  return opened
}

async function stored(name: string, bytes: Uint8Array) {
  const path = join(folder, `${name}.pdf`)
  await writeFile(path, bytes)
  return path
}

const extractJob = (path: string, last = 1) => ({
  documents: [{ sha256: path, path }],
  ranges: [{ file: path, first: 1, last }],
  metadata: { title: 'Record', author: 'Portal' },
  generated: undefined,
})
const nobodyHangsUp = () => new AbortController().signal
const record = async () => stored('record', await makePdf(['Page 1', 'Page 2']))

test('extracts pages in a separate process and leaves no file on disk', async () => {
  const pdfs = await workers()
  const { length, pieces } = await pdfs.extract(extractJob(await record(), 2), nobodyHangsUp())
  expect(await readdir(join(folder, 'extracts'))).toEqual([])
  const bytes = await buffer(pieces)
  expect(bytes.length).toBe(length)
  expect(await extractTexts(bytes)).toEqual(['Page 1', 'Page 2'])
})

test('a PDF that exceeds its memory limit ends only its own worker', async () => {
  const pdfs = await workers({ budget: { megabytes: 260 } })
  const hostile = await stored('hostile', blankObjectStreamWithoutIndex(1000))
  const file = await record()
  const [refused, concurrent] = await Promise.allSettled([pdfs.inspect(hostile), pdfs.inspect(file)])
  expect(refused).toMatchObject({ reason: { name: 'PdfLimitError', code: 'MEMORY' } })
  expect(concurrent).toMatchObject({ value: { pages: 2, active: [] } })
  expect(await pdfs.inspect(file)).toEqual({ pages: 2, active: [] })
})

test('a PDF that exceeds its time limit ends its worker, and the next one is read', async () => {
  const slow = await workers({ budget: { extractMs: 1 } })
  const file = await record()
  await expect(slow.extract(extractJob(file), nobodyHangsUp())).rejects.toMatchObject({
    name: 'PdfLimitError',
    code: 'TIME',
  })
  expect(await slow.inspect(file)).toEqual({ pages: 2, active: [] })
  expect(await readdir(join(folder, 'extracts'))).toEqual([])
})

test('rejects a file for a while after a timeout but still reads others', async () => {
  const slow = await workers({ budget: { extractMs: 1 } })
  const file = await record()
  const other = await stored('other', await makePdf(['Page 1']))
  const tooLong = { name: 'PdfLimitError', code: 'TIME' }
  await expect(slow.extract(extractJob(file), nobodyHangsUp())).rejects.toMatchObject(tooLong)
  const gone = AbortSignal.abort(new Error('gone'))
  await expect(slow.extract(extractJob(file, 2), gone)).rejects.toMatchObject(tooLong)
  await expect(slow.extract(extractJob(other), gone)).rejects.toThrow('gone')
})

test('stops a job when its client disconnects', async () => {
  const pdfs = await workers()
  const gone = new Error('gone')
  const file = await stored('annotations', manyAnnotations(20_000))
  await expect(pdfs.extract(extractJob(file), AbortSignal.abort(gone))).rejects.toBe(gone)
  const abortController = new AbortController()
  const extract = pdfs.extract(extractJob(file), abortController.signal)
  setImmediate(() => abortController.abort(gone))
  await expect(extract).rejects.toBe(gone)
})

test('reports why a PDF cannot be read, with the cause', async () => {
  const pdfs = await workers()
  await expect(pdfs.inspect(await stored('none', Buffer.from('<html>')))).rejects.toMatchObject({
    name: 'UnreadablePdfError',
    cause: { message: expect.stringContaining('No PDF header found') },
  })
  await expect(pdfs.inspect(join(folder, 'missing.pdf'))).rejects.toMatchObject({
    name: 'PdfFileError',
    code: 'ENOENT',
  })
})
