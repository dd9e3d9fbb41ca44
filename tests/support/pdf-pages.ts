import { PDFiumLibrary, type PDFiumPageRender } from '@hyzyla/pdfium'

/** A page as displayed: its text, and the boxes with ink, in points. */
export type PdfPage = { text: string; boxes: Box[] }
type Box = { left: number; top: number; right: number; bottom: number }

/** The minimum gap in points between two boxes. */
const gap = 9

/** Renders the pages of a PDF. */
export async function pdfPages(pdf: Uint8Array): Promise<PdfPage[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages: PdfPage[] = []
  for (const page of document.pages())
    pages.push({ text: page.getText(), boxes: boxesIn(await page.render({ scale: 1, render: 'bitmap' })) })
  document.destroy()
  library.destroy()
  return pages
}

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
export async function renderBitmaps(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const bitmaps: string[] = []
  for (const each of document.pages())
    bitmaps.push(Buffer.from((await each.render({ scale: 1, render: 'bitmap' })).data).toString('base64'))
  document.destroy()
  library.destroy()
  return bitmaps
}
