import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createRandom, type Random } from '#seed/seeded-random.ts'
import { type PageKind, pages } from './seed-text.ts'

/** A demo PDF with the page range of each kind of content. */
export type DemoDocument = { bytes: Uint8Array; parts: Record<PageKind, { first: number; last: number }> }

/** The number of demo files, which the incidents share. */
export const demoFileCount = 40

const [width, height, margin] = [612, 792, 64]
const ink = rgb(0.1, 0.14, 0.2)
const gray = rgb(0.42, 0.47, 0.53)
const hairline = rgb(0.78, 0.81, 0.85)

type Fonts = { plain: PDFFont; bold: PDFFont }

/** Creates a fictitious case file with pages of medical records, documents and bills. */
export async function demoDocument(number: number): Promise<DemoDocument> {
  const random = createRandom(`file ${number}`)
  const [records, documents, bills] = [random.between(4, 9), random.between(2, 5), random.between(5, 7)]
  const parts = {
    record: { first: 1, last: records },
    document: { first: records + 1, last: records + documents },
    bill: { first: records + documents + 1, last: records + documents + bills },
  }
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle('Case file (demo data)')
  document.setLanguage('en-US')
  const fonts = {
    plain: document.embedStandardFont(StandardFonts.Helvetica),
    bold: document.embedStandardFont(StandardFonts.HelveticaBold),
  }
  for (const [kind, { first, last }] of Object.entries(parts) as [
    PageKind,
    { first: number; last: number },
  ][])
    for (let page = first; page <= last; page += 1)
      drawPage(document.addPage([width, height]), { kind, page, of: parts.bill.last, fonts, random })
  return { bytes: await document.save({ useObjectStreams: number % 2 === 0 }), parts }
}

type PageContent = { kind: PageKind; page: number; of: number; fonts: Fonts; random: Random }

function drawPage(pdfPage: PDFPage, { kind, page, of, fonts, random }: PageContent) {
  const { titles, lines } = pages[kind]
  let y = height - margin
  const write = (text: string, size: number, font = fonts.plain, color = ink) => {
    pdfPage.drawText(text, { x: margin, y, size, font, color })
    y -= size * 1.7
  }
  write('SAMPLE GENERAL HOSPITAL', 9, fonts.bold, gray)
  y -= 10
  write(random.oneOf(titles), 18, fonts.bold)
  drawRule(pdfPage, y + 8)
  y -= 8
  for (let paragraph = random.between(3, 5); paragraph > 0; paragraph -= 1) {
    for (let line = random.between(2, 4); line > 0; line -= 1)
      if (kind === 'bill') y = drawCharge(pdfPage, y, { text: random.oneOf(lines), fonts, random })
      else write(random.oneOf(lines), 10)
    y -= 10
  }
  pdfPage.drawText('Demo data. All people are fictitious.', {
    x: margin,
    y: 40,
    size: 8,
    font: fonts.plain,
    color: gray,
  })
  const pageNumber = `Page ${page} of ${of}`
  const x = width - margin - fonts.plain.widthOfTextAtSize(pageNumber, 8)
  pdfPage.drawText(pageNumber, { x, y: 40, size: 8, font: fonts.plain, color: gray })
}

function drawCharge(
  pdfPage: PDFPage,
  y: number,
  { text, fonts, random }: { text: string; fonts: Fonts; random: Random },
) {
  const amount = `${random.between(20, 900)}.${String(random.between(0, 99)).padStart(2, '0')}`
  pdfPage.drawText(text, { x: margin, y, size: 10, font: fonts.plain, color: ink })
  const x = width - margin - fonts.plain.widthOfTextAtSize(amount, 10)
  pdfPage.drawText(amount, { x, y, size: 10, font: fonts.plain, color: ink })
  drawRule(pdfPage, y - 5)
  return y - 18
}

const drawRule = (pdfPage: PDFPage, y: number) =>
  pdfPage.drawLine({
    start: { x: margin, y },
    end: { x: width - margin, y },
    thickness: 0.6,
    color: hairline,
  })
