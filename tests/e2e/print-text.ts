import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page } from '@playwright/test'

/** The text of each printed sheet of the page. */
export async function readPrintedTexts(page: Page, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  return readPdfTexts(await page.pdf({ format }))
}

/** Where a color starts on the first printed sheet and how many rows have it, as fractions of the height. */
export async function findPrintedColor(page: Page, format: 'A4' | 'Letter', color: readonly number[]) {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(await page.pdf({ format, printBackground: true }))
  const { data, width, height } = await document.getPage(0).render({ scale: 1, render: 'bitmap' })
  document.destroy()
  library.destroy()
  const isColor = (at: number) => color.every((part, byte) => Math.abs((data[at + byte] ?? 0) - part) < 40)
  const rows = Array.from({ length: height }, (_, y) => y).filter((y) =>
    Array.from({ length: width }, (_, x) => 4 * (y * width + x)).some(isColor),
  )
  return { from: (rows[0] ?? 0) / height, rows: rows.length / height }
}

/** The text of each page of a PDF. */
export async function readPdfTexts(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const words = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return words
}
