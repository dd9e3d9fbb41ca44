import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'

const key = 'memberIdCard'
const longestMs = 30 * 60_000

/** What is kept of the form: the date of birth is not. */
const words = z.object({ policy: z.string(), firstName: z.string(), lastName: z.string() })
type CardWords = z.infer<typeof words>

const kept = words.extend({ clientName: z.string(), keptAt: z.number() })

/** Keeps what a member typed in this tab, over a reload, and over a phone's putting the page away while a card is looked at. */
export function keepCard(clientName: string, values: CardWords) {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...words.parse(values), clientName, keptAt: now().getTime() }),
    )
  } catch {
    // A browser that keeps nothing loses it on reload, and nothing else.
  }
}

/** What this tab keeps of a client's member; nothing half an hour after it was typed. */
export function keptCard(clientName: string): CardWords | undefined {
  try {
    const card = kept.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const isTheirs = card.clientName === clientName && now().getTime() - card.keptAt < longestMs
    return isTheirs ? words.parse(card) : undefined
  } catch {
    return undefined
  }
}

/** Forgets it: the next who logs in here may be somebody else. */
export function forgetCard() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked: nothing was kept.
  }
}
