import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page } from '@playwright/test'

/** The words of each sheet of paper that the page takes, as they follow each other. */
export async function wordsOnPaper(page: Page, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  return wordsOf(await page.pdf({ format }))
}

/** The words of each page of a PDF. */
export async function wordsOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const words = [...document.pages()].map((page) => page.getText())
  document.destroy()
  library.destroy()
  return words
}
