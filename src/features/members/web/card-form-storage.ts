import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { cardKey as key, removeCard } from './member-store.ts'

const lifetimeMs = 30 * 60_000

/** The stored form fields; the date of birth is never stored. */
const storedFields = z.object({ policy: z.string(), firstName: z.string(), lastName: z.string() })
type StoredFields = z.infer<typeof storedFields>

let expiry: ReturnType<typeof setTimeout> | undefined

const cardRecord = storedFields.extend({ clientName: z.string(), keptAt: z.number() })

/** Stores typed data for this tab, so that it survives a reload, even one that a phone forces. */
export function storeCard(clientName: string, values: StoredFields) {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ ...storedFields.parse(values), clientName, keptAt: now().getTime() }),
    )
    removeAfter(lifetimeMs)
  } catch {
    // Storage is blocked: a reload loses the data.
  }
}

/** Schedules the removal. The lifetime is shorter than a session, so no data outlives an idle session. */
function removeAfter(ms: number) {
  clearTimeout(expiry)
  expiry = setTimeout(removeCard, ms)
}

/** Returns the data stored in this tab for members of the client; removes other or expired data. */
export function storedCard(clientName: string): StoredFields | undefined {
  try {
    const card = cardRecord.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
    const remainingMs = card.keptAt + lifetimeMs - now().getTime()
    if (card.clientName !== clientName || remainingMs <= 0) {
      removeCard()
      return undefined
    }
    removeAfter(remainingMs)
    return storedFields.parse(card)
  } catch {
    return undefined
  }
}
