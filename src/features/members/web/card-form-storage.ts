import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { forgetCard, cardKey as key } from './member-store.ts'

const longestMs = 30 * 60_000

/** The stored form fields, without the date of birth. */
const words = z.object({ policy: z.string(), firstName: z.string(), lastName: z.string() })
type CardWords = z.infer<typeof words>

let expiry: ReturnType<typeof setTimeout> | undefined

const kept = words.extend({ clientName: z.string(), keptAt: z.number() })

/** Stores typed data in this tab to survive a reload, or a phone unloading the page while the card is open. */
export function keepCard(clientName: string, values: CardWords) {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...words.parse(values), clientName, keptAt: now().getTime() }),
    )
    forgetAfter(longestMs)
  } catch {
    // Without storage the data is lost on reload, nothing more.
  }
}

/** Shorter than a session, so that no typed data remains when an idle session ends. */
function forgetAfter(ms: number) {
  clearTimeout(expiry)
  expiry = setTimeout(forgetCard, ms)
}

/** The data this tab stores for a member of the client; deleted 30 minutes after typing. */
export function keptCard(clientName: string): CardWords | undefined {
  try {
    const card = kept.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const left = card.keptAt + longestMs - now().getTime()
    if (card.clientName !== clientName || left <= 0) {
      forgetCard()
      return undefined
    }
    forgetAfter(left)
    return words.parse(card)
  } catch {
    return undefined
  }
}
