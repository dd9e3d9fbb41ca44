import { PDFiumLibrary, type PDFiumPageRender } from '@hyzyla/pdfium'
import { encodePng } from './png.ts'

/** Pixels per point: sharp on double-resolution screens. */
const scale = 2
const gap = 12
const gapShade = 0xd0

let library: Promise<PDFiumLibrary> | undefined

/** The pages of a PDF as one PNG image, stacked vertically. */
export async function rasterize(pdf: Uint8Array): Promise<Uint8Array> {
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(pdf)
  try {
    const pages: PDFiumPageRender[] = []
    for (const page of document.pages()) pages.push(await page.render({ scale, render: 'bitmap' }))
    return stacked(pages)
  } finally {
    document.destroy()
  }
}

function stacked(pages: PDFiumPageRender[]): Uint8Array {
  const width = Math.max(...pages.map((page) => page.width))
  const height = pages.reduce((sum, page) => sum + page.height + gap, -gap)
  const stride = 1 + width * 3
  const rows = new Uint8Array(stride * height).fill(gapShade)
  for (let row = 0; row < height; row += 1) rows[row * stride] = 0
  let top = 0
  for (const page of pages) {
    draw(page, rows, top, stride)
    top += page.height + gap
  }
  return encodePng(width, height, rows)
}

/** PDFium returns RGBA pixels; the image has no alpha. */
function draw({ width, height, data }: PDFiumPageRender, rows: Uint8Array, top: number, stride: number) {
  let from = 0
  for (let row = 0; row < height; row += 1) {
    let to = (top + row) * stride + 1
    for (let column = 0; column < width; column += 1, from += 4, to += 3) {
      rows[to] = data[from] ?? 0
      rows[to + 1] = data[from + 1] ?? 0
      rows[to + 2] = data[from + 2] ?? 0
    }
  }
}
