import { readFile } from 'node:fs/promises'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect } from './portal-test.ts'
import { readPdfTexts } from './print-text.ts'

type CapturedDocument = {
  /** The posted fields without the ticket. */
  fields: Record<string, string>
  hasTicket: boolean
  status: number
  /** The bytes of the PDF, if there is one; `words` has the text of each page. */
  pdf: Buffer | undefined
  words: string[]
}

/** Records the request and the response of the next document, in any window. */
export async function captureDocument(
  context: BrowserContext,
  path: string,
): Promise<{ answer: Promise<CapturedDocument> }> {
  let resolveCaptured: (captureDocument: CapturedDocument) => void = () => {}
  const answer = new Promise<CapturedDocument>((resolve) => {
    resolveCaptured = resolve
  })
  await context.route(
    path,
    async (route) => {
      const { Token, ...fields } = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''))
      const response = await route.fetch({ maxRedirects: 0 })
      const isPdf = response.headers()['content-type'] === 'application/pdf'
      const pdf = isPdf ? await response.body() : undefined
      const words = pdf ? await readPdfTexts(pdf) : []
      await route.fulfill({ response })
      resolveCaptured({ fields, hasTicket: Boolean(Token), status: response.status(), words, pdf })
    },
    { times: 1 },
  )
  return { answer }
}

/** Collects the PDFs that the browser's windows receive from now on, with their paths. */
export async function collectPdfs(context: BrowserContext): Promise<Map<string, Buffer>> {
  const answered = new Map<string, Buffer>()
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/')
  await context.route(isCall, async (route) => {
    if (route.request().headers().accept?.includes('application/pdf') !== true) return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    answered.set(new URL(response.url()).pathname, await response.body())
    await route.fulfill({ response })
  })
  return answered
}

/** The viewer over the page. */
export const viewer = (page: Page) => page.getByRole('dialog', { name: 'Document' })

/** Opens a document over the page and from there, by default once it is there, in a new window. Returns the window. */
export async function openInWindow(page: Page, button: Locator, { isReady = true } = {}): Promise<Page> {
  await button.click()
  if (isReady) await expect(sheets(viewer(page)).first()).toBeVisible()
  const opening = page.context().waitForEvent('page')
  await viewer(page).getByRole('button', { name: 'Open in a new window' }).click()
  return await opening
}

/** The pages of the PDF in a window or a viewer. */
export const sheets = (page: Page | Locator) => page.getByRole('figure', { name: /^Page \d+ of \d+$/ })

/** Downloads the document. The saved file must equal the response and have a matching name. */
export async function expectSaved(page: Page, answered: () => Buffer | undefined, name: RegExp) {
  await expect(sheets(page).first().locator('canvas')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(name)
  const saved = await readFile(await download.path())
  expect(saved.subarray(0, 5).toString()).toBe('%PDF-')
  expect(saved.equals(answered() ?? Buffer.alloc(0))).toBe(true)
}
