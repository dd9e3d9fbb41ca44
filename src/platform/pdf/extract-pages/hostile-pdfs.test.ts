import { expect, test } from 'vitest'
import * as hostile from '#test-support/malicious-pdfs.ts'
import { catalog, deflatedStream, page, pageTree, rawPdf, rawStream } from '#test-support/raw-pdf.ts'
import { extractPages, inspectPdf } from './extract-pages.ts'
import { type PdfFile, toPdfFile } from './pdf-file.ts'
import { type PdfLimits, standardLimits } from './pdf-limits.ts'

const metadata = { title: 'Medical record', author: 'Portal' }
const firstPage = (bytes: Uint8Array) =>
  extractPages([{ file: toPdfFile(bytes), first: 1, last: 1 }], metadata)

/** A file that counts the bytes read from it. */
function counted(bytes: Uint8Array) {
  const file = toPdfFile(bytes)
  let bytesRead = 0
  const read = (from: number, to: number) => {
    bytesRead += to - from
    return file.read(from, to)
  }
  return { file: { ...file, read }, bytesRead: () => bytesRead }
}

const tooMuchData = 'Its streams hold more data than a document may have.'

/** Small limits keep the PDFs of a test small. */
const megabyte = 1 << 20
const small = { ...standardLimits, streamBytes: 2 * megabyte, decodedBytes: 5 * megabyte }

test.each([
  ['with more data in an object stream than is allowed', () => hostile.blankObjectStream(65), tooMuchData],
  [
    'with more data in all object streams than is allowed',
    () => hostile.blankObjectStreams(6, 1),
    tooMuchData,
    small,
    6,
  ],
  ['with filters on top of filters', () => hostile.chainedFilters(3), tooMuchData, small],
  ['with more sections than an index may have', () => hostile.manySections(64, 9), 'more than 64 sections'],
  ['with a page tree that branches endlessly', () => hostile.endlessTree(), 'too many branches'],
  ['with a page tree nested too deeply', () => hostile.deepTree(101), 'go round in a circle'],
  ['with a page tree that contains itself', hostile.cyclicTree, 'go round in a circle'],
] as [kind: string, make: () => Buffer, sentence: string, limits?: PdfLimits, last?: number][])(
  'a PDF %s is rejected at import and on extraction',
  async (_kind, make, sentence, within = standardLimits, last = 1) => {
    const file = toPdfFile(make())
    const refusal = { name: 'UnreadablePdfError', message: expect.stringContaining(sentence) }
    await expect(inspectPdf(file, within)).rejects.toMatchObject(refusal)
    await expect(
      extractPages([{ file, first: 1, last }], { ...metadata, limits: within }),
    ).rejects.toMatchObject(refusal)
  },
)

test('import rejects a PDF that claims more pages than it has, but its page can be extracted', async () => {
  const bytes = hostile.hugeCount()
  await expect(inspectPdf(toPdfFile(bytes))).rejects.toMatchObject({
    message: 'It says it has 2000000000 pages, and has 1.',
  })
  expect((await firstPage(bytes)).length).toBeGreaterThan(0)
})

test.each([
  ['rows of absurd length', hostile.hugeColumns],
  ['an index of absurd length', hostile.hugeIndex],
  ['an object stream that needs itself', hostile.selfReferencingStream],
])('ignores %s or rejects the PDF as unreadable', async (_kind, make) => {
  const outcome = await inspectPdf(toPdfFile(make())).catch(({ name }) => name)
  expect([{ pages: 1, active: [] }, 'UnreadablePdfError']).toContainEqual(outcome)
})

test('rejects pages that need more objects than the limit', async () => {
  const file = toPdfFile(hostile.manyAnnotations(300))
  const few = { ...standardLimits, objects: 200 }
  const refusal = { message: 'Its pages need more than 200 objects.' }
  await expect(inspectPdf(file, few)).rejects.toMatchObject(refusal)
  await expect(
    extractPages([{ file, first: 1, last: 1 }], { ...metadata, limits: few }),
  ).rejects.toMatchObject(refusal)
  expect(await inspectPdf(file)).toEqual({ pages: 1, active: [] })
})

test('reads only the bytes of each index section', async () => {
  const { file, bytesRead } = counted(hostile.manySections(50, megabyte))
  expect(await inspectPdf(file)).toEqual({ pages: 1, active: [] })
  expect(bytesRead()).toBeLessThan(file.size)
})

test('copies images shared by several bills once', async () => {
  const image = 300_000
  const file = toPdfFile(hostile.sharedImage(15, image))
  const ranges = Array.from({ length: 15 }, (_, at) => ({ file, first: at + 1, last: at + 1 }))
  expect((await extractPages(ranges, metadata)).length).toBeLessThan(1.5 * image)
})

test('rejects a result that exceeds the size limit', async () => {
  const [one, other] = [1, 2].map(() => toPdfFile(hostile.sharedImage(1, 300_000))) as [PdfFile, PdfFile]
  const narrow = { ...standardLimits, fileBytes: 400_000 }
  const part = (file: PdfFile) => ({ file, first: 1, last: 1 })
  await expect(extractPages([part(one), part(other)], { ...metadata, limits: narrow })).rejects.toMatchObject(
    {
      name: 'ResponseTooLargeError',
    },
  )
  expect((await extractPages([part(one)], { ...metadata, limits: narrow })).length).toBeGreaterThan(300_000)
})

test('rejects a file that exceeds the size limit', async () => {
  const file = toPdfFile(hostile.sharedImage(1, 2 << 20))
  await expect(inspectPdf(file, { ...standardLimits, fileBytes: 1 << 20 })).rejects.toMatchObject({
    message: 'it is larger than 1 MB',
  })
})

test('reads an index with a predictor without reading the whole file', async () => {
  const bytes = rawPdf([catalog, pageTree(3), page(), rawStream('', Buffer.alloc(megabyte))], {
    isPredicted: true,
  })
  const { file, bytesRead } = counted(bytes)
  expect(await inspectPdf(file)).toEqual({ pages: 1, active: [] })
  expect(bytesRead()).toBeLessThan(megabyte / 10)
})

/** Pages that share a content stream and resources with this many entries. */
function sharedContent(pages: number, content: string, entries = 1) {
  const resources = Array.from({ length: entries }, (_, at) => `/R${at} 4 0 R`).join(' ')
  return rawPdf([
    catalog,
    pageTree(...Array.from({ length: pages }, (_, at) => 5 + at)),
    deflatedStream('', content),
    `<< /XObject << ${resources} >> >>`,
    ...Array.from({ length: pages }, () => page('/Contents 3 0 R /Resources 4 0 R')),
  ])
}
const namesBehind = (count: number, operator = '') =>
  Array.from({ length: count }, (_, at) => `/${at.toString(36)}${operator}`).join('')

test('names that no operator uses do not count toward the limits', async () => {
  const file = toPdfFile(sharedContent(40, namesBehind(500_000)))
  const few = { ...standardLimits, names: 10, steps: 1_000 }
  expect(await inspectPdf(file, few)).toEqual({ pages: 40, active: [] })
})

test.each([
  ['content with over 1,000 names', namesBehind(2_000, ' Do '), 'use too many names', { names: 1_000 }],
  ['broken content with over 1,000 names', `${namesBehind(2_000)} (`, 'use too many names', { names: 1_000 }],
  ['pages that share too many resources', namesBehind(2_000, ' Do '), 'share too many', { steps: 50_000 }],
])('rejects %s at import and on extraction', async (_kind, content, sentence, limits) => {
  const file = toPdfFile(sharedContent(40, content, 3_000))
  const within = { ...standardLimits, ...limits }
  const refusal = { name: 'UnreadablePdfError', message: expect.stringContaining(sentence) }
  await expect(inspectPdf(file, within)).rejects.toMatchObject(refusal)
  await expect(
    extractPages([{ file, first: 1, last: 40 }], { ...metadata, limits: within }),
  ).rejects.toMatchObject(refusal)
})

const wordsIn = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1')
const form = (entries: string) =>
  rawStream(`/Type /XObject /Subtype /Form /BBox [0 0 200 200] ${entries}`, '9 9 9 9 re f')
const image = (entries: string) =>
  rawStream(
    `/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`,
    'a',
  )
const secret = rawStream('/Type 10 0 R', 'SECRET')

/** Two pages, the first of which has these entries and resources and draws /Own (object 8). */
const withEntries = (entries: string, own: string | Buffer, resources = '', content = '') =>
  rawPdf([
    catalog,
    pageTree(3, 4),
    page(`/Contents 6 0 R /Resources << /XObject << /Own 8 0 R >> ${resources} >> ${entries}`),
    '<< /Type 10 0 R /Parent 2 0 R /Contents 7 0 R /MediaBox [0 0 9 9] /Private (SECRET) >>',
    '<< /X 7 0 R >>',
    rawStream(`/Private 7 0 R`, `/Own Do ${content}`),
    secret,
    own,
    '<< /Parent 2 0 R /Contents 7 0 R /MediaBox [0 0 9 9] >>',
    '/Page',
  ])

test.each([
  ['an unknown entry of a form', '', form('/Private 7 0 R')],
  ['an unknown entry of an image', '', image('/Next 7 0 R')],
  ['a page without a type', '', form('/Next 9 0 R')],
  ['a page whose type is a reference', '', form('/OC 4 0 R /Group 4 0 R')],
  ['an unknown entry of a group', '/Group << /S /Transparency /X 7 0 R >>', form('')],
  ['a rotation that is a stream', '/Rotate 7 0 R', form('')],
  ['a box that is a dictionary', '/CropBox 5 0 R', form('')],
  [
    'a name of an annotation that is a stream',
    '/Annots [<< /Subtype /Text /Rect [0 0 9 9] /Name 7 0 R /T 7 0 R >>]',
    form(''),
  ],
  ['a graphics state', '', form(''), '/ExtGState << /GS1 << /Foo 7 0 R /LW 5 >> >>', '/GS1 gs'],
  [
    'a font',
    '',
    form(''),
    '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Foo << /Bar 7 0 R >> >> >>',
    '/F1 9 Tf',
  ],
  [
    'a layer',
    '',
    form(''),
    '/Properties << /L1 << /Type /OCG /Name (x) /Usage << /PageElement 7 0 R >> >> >>',
    '/OC /L1 BDC EMC',
  ],
] as [what: string, entries: string, own: Buffer, resources?: string, content?: string][])(
  'does not extract what %s leads to',
  async (_what, entries, own, ...more) => {
    const words = wordsIn(await firstPage(withEntries(entries, own, ...more)))
    expect(words).toMatch(/\/Own \d/)
    expect(words).not.toMatch(/SECRET|Private/)
  },
)

test('removes external stream data and PostScript programs', async () => {
  const external = wordsIn(
    await firstPage(withEntries('', image('/F (EXTERNAL) /FFilter /FlateDecode /FDecodeParms << /X 1 >>'))),
  )
  expect(external).toMatch(/\/Own \d/)
  expect(external).not.toMatch(/EXTERNAL|FFilter|FDecodeParms/)
  const program = rawStream('/Type /XObject /Subtype /PS', 'POSTSCRIPT')
  expect(wordsIn(await firstPage(withEntries('', program)))).not.toContain('POSTSCRIPT')
})

test.each([
  ['an outline', '/Outlines << /First << /Next << /A << /S /Launch >> >> >> >>', 'Launch'],
  [
    'a field',
    '/AcroForm << /Fields [<< /Kids [<< /AA << /C << /S /JavaScript >> >> >>] >>] >>',
    'JavaScript',
  ],
])('lists the action of %s when a PDF is scanned', async (_what, entries, kind) => {
  const bytes = rawPdf([`<< /Type /Catalog /Pages 2 0 R ${entries} >>`, pageTree(3), page()])
  expect((await inspectPdf(toPdfFile(bytes))).active).toEqual([kind])
})

test('lists a file attached to a page when a PDF is scanned', async () => {
  const bytes = rawPdf([catalog, pageTree(3), page('/AF [<< /Type /Filespec >>]')])
  expect((await inspectPdf(toPdfFile(bytes))).active).toEqual(['EmbeddedFiles'])
})
