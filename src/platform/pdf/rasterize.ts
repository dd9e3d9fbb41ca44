import { crc32, deflateSync } from 'node:zlib'
import { PDFiumLibrary, type PDFiumPageRender } from '@hyzyla/pdfium'
import { loadOnce } from '../concurrency/load-once.ts'

/** Pixels per point: sharp on double-resolution screens. */
const scale = 2
const gap = 12
const gapShade = 0xd0

const loadLibrary = loadOnce(() => PDFiumLibrary.init())

/** The pages of a PDF as one PNG image, stacked vertically. */
export async function rasterize(pdf: Uint8Array): Promise<Uint8Array> {
  const library = await loadLibrary()
  const document = await library.loadDocument(pdf)
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

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const trueColour = 2
const bitsPerSample = 8

/** Encodes an image as PNG (RFC 2083): RGB rows, each after a filter byte 0 (none). */
export function encodePng(width: number, height: number, rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bitsPerSample, trueColour], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, content: Uint8Array): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
