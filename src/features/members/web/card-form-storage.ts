import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { forgetCard, cardKey as key } from './member-store.ts'

const longestMs = 30 * 60_000

/** What is kept of the form: the date of birth is not. */
const words = z.object({ policy: z.string(), firstName: z.string(), lastName: z.string() })
type CardWords = z.infer<typeof words>

let expiry: ReturnType<typeof setTimeout> | undefined

const kept = words.extend({ clientName: z.string(), keptAt: z.number() })

/** Keeps what a member typed in this tab, over a reload, and over a phone's putting the page away while a card is looked at. */
export function keepCard(clientName: string, values: CardWords) {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...words.parse(values), clientName, keptAt: now().getTime() }),
    )
    forgetAfter(longestMs)
  } catch {
    // A browser that keeps nothing loses it on reload, and nothing else.
  }
}

/** A session outlasts what was typed, so that none of it is left when an idle session ends. */
function forgetAfter(ms: number) {
  clearTimeout(expiry)
  expiry = setTimeout(forgetCard, ms)
}

/** What this tab keeps of a client's member; half an hour after it was typed it is forgotten. */
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
