import type { Page } from '@playwright/test'
import { pdfPages } from '#testing/pdf-pages.ts'

/** The words of each sheet of paper that the page takes, as they follow each other. */
export async function wordsOnPaper(page: Page, format: 'A4' | 'Letter' = 'A4'): Promise<string[]> {
  const sheets = await pdfPages(await page.pdf({ format }))
  return sheets.map(({ text }) => text)
}
