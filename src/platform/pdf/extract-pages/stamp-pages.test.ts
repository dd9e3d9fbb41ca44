import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { makePdf } from '#test-support/make-pdf.ts'
import { renderPages } from '#test-support/pdf-pages.ts'
import { extractPages } from './extract-pages.ts'
import { toPdfFile } from './pdf-file.ts'

const metadata = { title: 'Invoice', author: 'Portal' }

/** A document with a page and a strip that is 612 points wide and 20 points high. */
async function stripped(change: (page: PDFPage) => void) {
  const paper = await PDFDocument.load(await makePdf(['Scanned']), { updateMetadata: false })
  change(paper.getPage(0))
  const made = await PDFDocument.load(await makePdf(['Cover', 'Strip']), { updateMetadata: false })
  made.getPage(1).setMediaBox(0, 695, 612, 20)
  const file = toPdfFile(await paper.save())
  const pdf = await extractPages([{ file, first: 1, last: 1 }], {
    ...metadata,
    generated: toPdfFile(await made.save()),
  })
  const pages = await renderPages(pdf)
  expect(pages.map(({ text }) => text.split(/\s+/).sort())).toEqual([['Cover'], ['Scanned', 'Strip']])
  const boxes = pages[1]?.boxes ?? []
  const size = (await PDFDocument.load(pdf)).getPage(1).getSize()
  return { boxes, size, first: boxes[0] ?? { left: 0, top: 0, right: 0, bottom: 0 } }
}

test('places a strip above a page and keeps the page unchanged', async () => {
  const { first, boxes, size } = await stripped(() => {})
  expect(size).toEqual({ width: 612, height: 812 })
  expect(boxes).toHaveLength(2)
  expect(first.bottom).toBeLessThanOrEqual(20)
  expect(first.left).toBeCloseTo(51, -1)
})

test.each([90, 180, 270, -90])(
  'places the strip above a page as displayed when it is rotated by %i degrees',
  async (angle) => {
    const { first, size } = await stripped((page) => page.setRotation(degrees(angle)))
    const isOnItsSide = angle !== 180
    const scale = (isOnItsSide ? 792 : 612) / 612
    expect(size.width).toBeCloseTo(isOnItsSide ? 612 + 20 * scale : 612, 3)
    expect(size.height).toBeCloseTo(isOnItsSide ? 792 : 812, 3)
    expect(first.bottom).toBeLessThanOrEqual(20 * scale)
    expect(first.left).toBeCloseTo(51 * scale, -1)
  },
)

test('places the strip above the visible area of a cropped page', async () => {
  const { first, size } = await stripped((page) => {
    page.setCropBox(40, 600, 306, 130)
    page.drawRectangle({ x: 0, y: 730, width: 612, height: 62 })
  })
  expect(size).toEqual({ width: 306, height: 140 })
  expect(first.right - first.left).toBeLessThan(50)
})

test('the graphics state of a page does not move its strip', async () => {
  const { first } = await stripped((page) => {
    const { context } = page.doc
    page.node.addContentStream(context.register(context.stream('5 0 0 5 300 -9000 cm 1 1 1 rg')))
  })
  expect(first.bottom).toBeLessThanOrEqual(20)
  expect(first.left).toBeCloseTo(51, -1)
})
