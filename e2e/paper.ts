import { execFileSync, spawnSync } from 'node:child_process'
import type { Page } from '@playwright/test'

/** Whether the words of a PDF can be read here: by poppler's pdftotext, where it is installed. */
export const canReadPaper = spawnSync('pdftotext', ['-v']).status === 0

/** How many sheets of paper the page takes. */
export async function sheetsOf(page: Page): Promise<number> {
  return (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** The words of each sheet of paper, as they follow each other. */
export async function wordsOnPaper(page: Page, format: 'A4' | 'Letter'): Promise<string[]> {
  const text = execFileSync('pdftotext', ['-raw', '-', '-'], { input: await page.pdf({ format }) })
  return text.toString().split('\f').slice(0, -1)
}
