import type { BrowserContext } from '@playwright/test'
import { wordsOf } from './paper.ts'

type Posted = {
  /** What was posted; the ticket is left out when it is there. */
  fields: Record<string, string>
  hasTicket: boolean
  status: number
  /** The words of each page, where a PDF came. */
  words: string[]
}

/** Watches one document that is posted for, whatever window shows it: what was asked, and what came. */
export async function posted(context: BrowserContext, path: string): Promise<{ answer: Promise<Posted> }> {
  let tell: (posted: Posted) => void = () => {}
  const answer = new Promise<Posted>((resolve) => {
    tell = resolve
  })
  await context.route(
    path,
    async (route) => {
      const { Token, ...fields } = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ''))
      const response = await route.fetch({ maxRedirects: 0 })
      const isPdf = response.headers()['content-type'] === 'application/pdf'
      const words = isPdf ? await wordsOf(await response.body()) : []
      await route.fulfill({ response })
      tell({ fields, hasTicket: Boolean(Token), status: response.status(), words })
    },
    { times: 1 },
  )
  return { answer }
}
