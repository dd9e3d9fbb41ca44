import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { PDFDocument } from '@cantoo/pdf-lib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import {
  type DocumentService,
  extractForResponse,
  openDocumentService,
} from '#platform/pdf/document-service/document-service.ts'
import { encodePng } from '#platform/pdf/rasterize.ts'
import { pagesOfFile, pagesOfRecord } from './case-dataset.ts'
import { measureTimes, percentile } from './timing.ts'

const extractionCount = 40
const [pixels, scanBytes] = [184, 184 * 3 + 1]

type LargeFile = { bytes: Uint8Array; sha256: string }

/** A file of 500 scanned pages, 100 KB each. */
export async function createLargeFile(): Promise<LargeFile> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pagesOfFile; page += 1) {
    const rows = randomBytes(pixels * scanBytes)
    for (let row = 0; row < pixels; row += 1) rows[row * scanBytes] = 0
    const scan = await document.embedPng(encodePng(pixels, pixels, rows))
    document.addPage([612, 792]).drawImage(scan, { x: 0, y: 90, width: 612, height: 612 })
  }
  const bytes = await document.save()
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Prints the time until the first of 20 extracted pages is rendered, compared with reading the whole file. */
export async function measureExtraction({ bytes }: LargeFile, dataDir: string) {
  const sha256 = await openDocumentService(dataDir).storage.put(bytes)
  const starts = Array.from(
    { length: extractionCount },
    (_, extract) => 1 + ((extract * 97) % (pagesOfFile - pagesOfRecord)),
  )
  const documentService = openDocumentService(dataDir)
  const extract = (first: number, from = documentService) => extractRecord(from, sha256, first)
  await extract(1)
  const pdfium = await PDFiumLibrary.init()
  const draw = async (pdf: Uint8Array) => {
    const document = await pdfium.loadDocument(pdf)
    await document.getPage(0).render({ scale: 2, render: 'bitmap' })
    document.destroy()
  }
  const megabytes = Math.round(bytes.length / 1e6)
  console.log(
    `\nThe first of ${pagesOfRecord} pages extracted from ${pagesOfFile} (${megabytes} MB), rendered:\n`,
  )
  console.log('| | p50 ms | p95 ms | goal |\n|---|---|---|---|')
  const print = (name: string, times: number[]) =>
    console.log(
      `| ${name} | ${[0.5, 0.95].map((share) => percentile(share, times).toFixed(0)).join(' | ')} | 300 |`,
    )
  print('this portal', await measureTimes(starts, async (first) => draw(await extract(first))))
  print(
    'first time after the start: verifies the whole file',
    await measureTimes(starts, async (first) => draw(await extract(first, openDocumentService(dataDir)))),
  )
  print(
    'textbook: reads the whole file',
    await measureTimes(starts.slice(0, 5), async (first) => draw(await extractWithPdfLib(bytes, first))),
  )
  pdfium.destroy()
}

/** The pages of a record, from one on, as a request reads them. */
export async function extractRecord(documentService: DocumentService, sha256: string, first: number) {
  const parts = [{ sha256, first, last: first + pagesOfRecord - 1 }]
  const abortSignal = new AbortController().signal
  const reader = { reportUnavailable: fail, abortSignal }
  const { pieces } = await extractForResponse(documentService, reader, {
    parts,
    title: 'Record',
    author: 'Benchmark',
  })
  return buffer(pieces)
}

function fail(error: Error): never {
  throw error
}

async function extractWithPdfLib(bytes: Uint8Array, first: number) {
  const [source, target] = [await PDFDocument.load(bytes), await PDFDocument.create()]
  const wanted = Array.from({ length: pagesOfRecord }, (_, page) => first - 1 + page)
  for (const page of await target.copyPages(source, wanted)) target.addPage(page)
  return target.save()
}
