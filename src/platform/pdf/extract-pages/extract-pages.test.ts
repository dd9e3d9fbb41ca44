import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { countPages, extractPages } from './extract-pages.ts'
import { type PdfFile, toPdfFile } from './pdf-file.ts'

const metadata = { title: 'Medical record', author: 'Portal' }
const pages = (count: number) => Array.from({ length: count }, (_, at) => `Page ${at + 1}`)
const cut = (bytes: Uint8Array, first: number, last: number) =>
  extractPages([{ file: toPdfFile(bytes), first, last }], metadata)

/** A file that counts the bytes read from it. */
function counted(bytes: Uint8Array): PdfFile & { bytesRead(): number } {
  const file = toPdfFile(bytes)
  let bytesRead = 0
  return {
    ...file,
    bytesRead: () => bytesRead,
    read: (from, to) => {
      bytesRead += to - from
      return file.read(from, to)
    },
  }
}

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an HTML page', Buffer.from('<html>Not found</html>')],
  ['a PDF that was cut off', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>')],
])('does not mistake %s for a PDF', async (_case, bytes) => {
  await expect(countPages(toPdfFile(bytes))).rejects.toMatchObject({ name: 'UnreadablePdfError' })
})

test('rejects an encrypted PDF', async () => {
  const document = await PDFDocument.load(await makePdf(['Page 1']))
  document.encrypt({ userPassword: 'secret', ownerPassword: 'secret', permissions: {} })
  const bytes = await document.save({ useObjectStreams: false })
  await expect(countPages(toPdfFile(bytes))).rejects.toMatchObject({ message: 'It is encrypted.' })
})

describe.each([
  ['in a file with unpacked objects', false],
  ['in a file with objects packed into streams', true],
])('%s', (_kind, packed) => {
  test('extracts exactly the requested pages', async () => {
    const bytes = await makePdf(pages(30), { packed })
    expect(await countPages(toPdfFile(bytes))).toBe(30)
    expect(await extractTexts(await cut(bytes, 7, 9))).toEqual(['Page 7', 'Page 8', 'Page 9'])
    expect(await extractTexts(await cut(bytes, 30, 30))).toEqual(['Page 30'])
  })

  test('rejects pages beyond the last one', async () => {
    const bytes = await makePdf(pages(3), { packed })
    await expect(cut(bytes, 3, 4)).rejects.toMatchObject({ name: 'UnreadablePdfError' })
  })
})

test('reads only what a page needs from a long file', async () => {
  const document = await PDFDocument.create()
  for (const text of pages(200)) {
    const page = document.addPage()
    page.drawText(text, {})
    const picture = document.context.register(document.context.stream(new Uint8Array(50_000).fill(65)))
    page.node.newXObject('Picture', picture)
  }
  const file = counted(await document.save({ useObjectStreams: false }))
  await extractPages([{ file, first: 150, last: 150 }], metadata)
  expect(file.bytesRead()).toBeLessThan(file.size / 50)
})

test('reads a file with a damaged index from end to end', async () => {
  const bytes = Buffer.from(await makePdf(pages(3)))
  bytes.write('9999999', bytes.indexOf('startxref') + 'startxref\n'.length)
  expect(await extractTexts(await cut(bytes, 2, 2))).toEqual(['Page 2'])
})

test('applies a change appended to the end of a file', async () => {
  const first = Buffer.from(await makePdf(['before', 'Page 2']))
  const document = await PDFDocument.load(first, { updateMetadata: false, forIncrementalUpdate: true })
  const snapshot = document.takeSnapshot()
  document.setTitle('changed')
  document.getPage(0).setSize(111, 222)
  snapshot.markRefForSave(document.getPage(0).ref)
  const changed = Buffer.concat([first, await document.saveIncremental(snapshot)])
  const found = await PDFDocument.load(await cut(changed, 1, 1))
  expect(found.getPage(0).getSize()).toEqual({ width: 111, height: 222 })
})

test('extracting a page leaves out the pages that it links to', async () => {
  const document = await PDFDocument.load(await makePdf(['Page 1', 'Secret of page 2']))
  const [one, two] = document.getPages()
  const link = document.context.obj({ Type: 'Annot', Subtype: 'Link', Dest: [two?.ref as never, 'Fit'] })
  one?.node.set(PDFName.of('Annots'), document.context.obj([document.context.register(link)]))
  const bytes = await cut(await document.save({ useObjectStreams: false }), 1, 1)
  const found = await PDFDocument.load(bytes)
  const kinds = found.context.enumerateIndirectObjects().map(([, object]) => String(object))
  expect(kinds.filter((text) => /\/Type \/Page\b/.test(text))).toHaveLength(1)
})

test('copies the attributes that a page inherits', async () => {
  const document = await PDFDocument.load(await makePdf(['Page 1']))
  const [page] = document.getPages()
  page?.node.delete(PDFName.of('MediaBox'))
  page?.node.Parent()?.set(PDFName.of('MediaBox'), document.context.obj([0, 0, 111, 222]))
  const found = await PDFDocument.load(await cut(await document.save(), 1, 1))
  expect(found.getPage(0).getSize()).toEqual({ width: 111, height: 222 })
})

test('merges pages of several files into one, with a title and an author', async () => {
  const [one, other] = [await makePdf(['Invoice']), await makePdf(pages(3), { packed: true })]
  const joined = await extractPages(
    [
      { file: toPdfFile(one), first: 1, last: 1 },
      { file: toPdfFile(other), first: 2, last: 3 },
    ],
    metadata,
  )
  expect(await extractTexts(joined)).toEqual(['Invoice', 'Page 2', 'Page 3'])
  const found = await PDFDocument.load(joined, { updateMetadata: false })
  expect([found.getTitle(), found.getAuthor()]).toEqual(['Medical record', 'Portal'])
})

test('produces the same bytes for the same pages', async () => {
  const bytes = await makePdf(pages(5))
  expect(Buffer.compare(await cut(bytes, 2, 4), await cut(bytes, 2, 4))).toBe(0)
})

test('terminates on a circular page tree', async () => {
  const document = await PDFDocument.load(await makePdf(['Page 1']))
  const tree = document.catalog.Pages()
  tree.set(PDFName.of('Kids'), document.context.obj([document.catalog.get(PDFName.of('Pages')) as never]))
  const bytes = await document.save({ useObjectStreams: false, addDefaultPage: false })
  await expect(countPages(toPdfFile(bytes))).rejects.toMatchObject({ name: 'UnreadablePdfError' })
})
