import { expect, test } from 'vitest'
import { renderBitmaps } from '#test-support/pdf-pages.ts'
import { page, pageTree, rawPdf, rawStream } from '#test-support/raw-pdf.ts'
import { extractPages } from './extract-pages.ts'
import { toPdfFile } from './pdf-file.ts'

const metadata = { title: 'Medical record', author: 'Portal' }
const cut = (first: number, ...files: Uint8Array[]) =>
  extractPages(
    files.map((bytes) => ({ file: toPdfFile(bytes), first, last: first })),
    metadata,
  )

/**
 * The first page draws Shown, Hidden and an annotation on Hidden; the second has its own layer with a secret
 * name.
 */
const layered = (defaults: string) =>
  rawPdf([
    `<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [7 0 R 8 0 R 9 0 R] /D << ${defaults} >> >> >>`,
    pageTree(3, 4),
    page('/Contents 5 0 R /Annots [10 0 R] /Resources << /Properties << /A 7 0 R /B 8 0 R >> >>'),
    page('/Contents 6 0 R /Resources << /Properties << /C 9 0 R >> >>'),
    rawStream('', '/OC /A BDC 1 0 0 rg 9 9 80 80 re f EMC /OC /B BDC 0 1 0 rg 60 60 80 80 re f EMC'),
    rawStream('', '/OC /C BDC 0 0 1 rg 9 9 80 80 re f EMC'),
    '<< /Type /OCG /Name (Shown) >>',
    '<< /Type /OCG /Name (Hidden) >>',
    '<< /Type /OCG /Name (SECRET) >>',
    '<< /Type /Annot /Subtype /Stamp /Rect [150 150 190 190] /F 4 /OC 8 0 R /AP << /N 11 0 R >> >>',
    rawStream('/Type /XObject /Subtype /Form /BBox [0 0 40 40]', '0 0 0 rg 0 0 40 40 re f'),
  ])
const allShown = layered('')

test.each([
  ['is off', '/OFF [8 0 R 9 0 R]'],
  ['is not on when layers are off by default', '/BaseState /OFF /ON [7 0 R]'],
])('a layer that %s stays hidden after extraction', async (_what, defaults) => {
  const source = layered(defaults)
  const [hidden] = await renderBitmaps(source)
  expect(hidden).not.toBe((await renderBitmaps(allShown))[0])
  expect(await renderBitmaps(await cut(1, source))).toEqual([hidden])
})

test('removes the names of layers that its pages do not use', async () => {
  const words = Buffer.from(await cut(1, layered('/OFF [8 0 R 9 0 R]'))).toString('latin1')
  expect(words).toContain('(Hidden)')
  expect(words).not.toContain('SECRET')
})

test('pages of several files keep their own hidden layers', async () => {
  const sources = [layered('/OFF [8 0 R]'), layered('/OFF [7 0 R]')]
  const before = await Promise.all(sources.map(async (source) => (await renderBitmaps(source))[0]))
  expect(await renderBitmaps(await cut(1, ...sources))).toEqual(before)
})

test.each([
  ['are not a dictionary', '/OFF 5'],
  ['refer to nothing', '/OFF [99 0 R 8 0 R]'],
  ['name something else', '/OFF [3 0 R 11 0 R 8 0 R]'],
])('layer settings that %s do not prevent extraction', async (_what, defaults) => {
  expect(await renderBitmaps(await cut(1, layered(defaults)))).toHaveLength(1)
})
