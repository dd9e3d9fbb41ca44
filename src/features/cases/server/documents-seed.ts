import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import { createRandom, type Random } from '#seed/seeded-random.ts'
import { type PageKind, pages } from './seed-text.ts'

/** A demo PDF, with the page ranges of each kind of content (first to last page). */
export type DemoDocument = { bytes: Uint8Array; parts: Record<PageKind, { first: number; last: number }> }

/** The number of different files; incidents share them. */
export const differentFiles = 40

const [width, height, margin] = [612, 792, 64]
const ink = rgb(0.1, 0.14, 0.2)
const quiet = rgb(0.42, 0.47, 0.53)
const hairline = rgb(0.78, 0.81, 0.85)

type Fonts = { plain: PDFFont; bold: PDFFont }

/** A demo case file that belongs to nobody: some pages each of medical records, documents and bills. */
export async function demoDocument(number: number): Promise<DemoDocument> {
  const random = createRandom(`file ${number}`)
  const [records, documents, bills] = [random.between(4, 9), random.between(2, 5), random.between(5, 7)]
  const parts = {
    record: { first: 1, last: records },
    document: { first: records + 1, last: records + documents },
    bill: { first: records + documents + 1, last: records + documents + bills },
  }
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle('Case file (made up)')
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

type Drawing = { kind: PageKind; page: number; of: number; fonts: Fonts; random: Random }

function drawPage(sheet: PDFPage, { kind, page, of, fonts, random }: Drawing) {
  const { titles, lines } = pages[kind]
  let y = height - margin
  const write = (text: string, size: number, font = fonts.plain, color = ink) => {
    sheet.drawText(text, { x: margin, y, size, font, color })
    y -= size * 1.7
  }
  write('MADE-UP GENERAL HOSPITAL', 9, fonts.bold, quiet)
  y -= 10
  write(random.oneOf(titles), 18, fonts.bold)
  rule(sheet, y + 8)
  y -= 8
  for (let paragraph = random.between(3, 5); paragraph > 0; paragraph -= 1) {
    for (let line = random.between(2, 4); line > 0; line -= 1)
      if (kind === 'bill') y = charge(sheet, y, { text: random.oneOf(lines), fonts, random })
      else write(random.oneOf(lines), 10)
    y -= 10
  }
  sheet.drawText('A demonstration: nobody in it exists.', {
    x: margin,
    y: 40,
    size: 8,
    font: fonts.plain,
    color: quiet,
  })
  const mark = `Page ${page} of ${of}`
  const x = width - margin - fonts.plain.widthOfTextAtSize(mark, 8)
  sheet.drawText(mark, { x, y: 40, size: 8, font: fonts.plain, color: quiet })
}

function charge(
  sheet: PDFPage,
  y: number,
  { text, fonts, random }: { text: string; fonts: Fonts; random: Random },
) {
  const amount = `${random.between(20, 900)}.${String(random.between(0, 99)).padStart(2, '0')}`
  sheet.drawText(text, { x: margin, y, size: 10, font: fonts.plain, color: ink })
  const x = width - margin - fonts.plain.widthOfTextAtSize(amount, 10)
  sheet.drawText(amount, { x, y, size: 10, font: fonts.plain, color: ink })
  rule(sheet, y - 5)
  return y - 18
}

const rule = (sheet: PDFPage, y: number) =>
  sheet.drawLine({ start: { x: margin, y }, end: { x: width - margin, y }, thickness: 0.6, color: hairline })
