import { PDFiumLibrary, type PDFiumPage, type PDFiumPageRender } from '@hyzyla/pdfium'

/** A page as displayed: its text, and the boxes with ink, in points. */
export type PdfPage = { text: string; boxes: Box[] }
type Box = { left: number; top: number; right: number; bottom: number }

/** The minimum gap in points between two boxes. */
const gap = 9

let library: Promise<PDFiumLibrary> | undefined

/** Reads each page of a PDF. The library loads once, which takes longer than a short PDF. */
async function readPages<Read>(pdf: Uint8Array, read: (page: PDFiumPage) => Read | Promise<Read>) {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages: Read[] = []
    for (const page of document.pages()) pages.push(await read(page))
    return pages
  } finally {
    document.destroy()
  }
}

/** The text of each page of a PDF. */
export const pdfPages = (pdf: Uint8Array): Promise<Pick<PdfPage, 'text'>[]> =>
  readPages(pdf, (page) => ({ text: page.getText() }))

/** The text and the boxes of each page of a PDF. Rendering takes much longer than reading the text. */
export const renderPages = (pdf: Uint8Array): Promise<PdfPage[]> =>
  readPages(pdf, async (page) => ({
    text: page.getText(),
    boxes: boxesIn(await page.render({ scale: 1, render: 'bitmap' })),
  }))

/** Returns the boxes with ink by line: lines from top to bottom, and the boxes in each from left to right. */
function boxesIn({ width, height, data }: PDFiumPageRender): Box[] {
  const hasInk = (column: number, row: number) => (data[(row * width + column) * 4] ?? 255) < 200
  const rows = runsOf(height, 1, (row) => anyOf(width, (column) => hasInk(column, row)))
  return rows.flatMap(([top, bottom]) =>
    runsOf(width, gap, (column) => anyOf(bottom - top, (row) => hasInk(column, top + row))).map(
      ([left, right]) => ({ left, top, right, bottom }),
    ),
  )
}

/** The ranges `[from, to)` in which the predicate is true. Gaps smaller than `hole` do not end a range. */
function runsOf(length: number, hole: number, holds: (at: number) => boolean): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (let at = 0; at < length; at += 1) {
    if (!holds(at)) continue
    const last = runs.at(-1)
    if (last && at - last[1] < hole) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

function anyOf(length: number, holds: (at: number) => boolean): boolean {
  for (let at = 0; at < length; at += 1) if (holds(at)) return true
  return false
}

/** Renders each page of a PDF to a bitmap string for comparison. */
export const renderBitmaps = (pdf: Uint8Array): Promise<string[]> =>
  readPages(pdf, async (page) =>
    Buffer.from((await page.render({ scale: 1, render: 'bitmap' })).data).toString('base64'),
  )
