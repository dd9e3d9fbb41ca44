import { pause } from '#platform/server/pause.ts'
import { problem } from '#platform/server/problem.ts'
import { messages } from '../messages.ts'
import type { Limit } from './login-delay.ts'

/** What a login waits for: under which key, how many of which may wait, and how long. */
type Place = { key: Buffer; limit: Pick<Limit, 'places'> }
type Wait = Place & { waitMs: number }

/** Logins of this process whose answers may wait at one time, whosever they are. */
const mostWaiting = 500
/** When whoever finds no place comes again: the longest of those who wait has gone by then. */
const retryAfter = 30

/** Where logins wait: so many in all, and so many of an account, of an address and of both, that none fills the room. */
export function openWaitingRoom() {
  const taken = new Map<string, number>()
  let waiting = 0
  const nameOf = ({ key }: Place) => key.toString('hex')
  const add = (places: readonly Place[], count: number) => {
    waiting += count
    for (const place of places) {
      const left = (taken.get(nameOf(place)) ?? 0) + count
      if (left > 0) taken.set(nameOf(place), left)
      else taken.delete(nameOf(place))
    }
  }

  /** Refuses where a key has no place left (429). Only keys that are slowed down have any taken. */
  function refuseWhereFull(places: readonly Place[]) {
    if (places.some((place) => (taken.get(nameOf(place)) ?? 0) >= place.limit.places))
      throw problem(429, messages.tooManyLogins, { retryAfter })
  }

  return {
    refuseWhereFull,
    /** Waits the longest of the waits; those who hang up leave. Refuses where there is no place: of a key, or at all (503). */
    async waitFor(waits: readonly Wait[], hangUp: AbortSignal) {
      const places = waits.filter(({ waitMs }) => waitMs > 0)
      if (places.length === 0) return
      refuseWhereFull(places)
      if (waiting >= mostWaiting) throw problem(503, messages.busy, { retryAfter })
      add(places, 1)
      const longest = Math.max(...places.map(({ waitMs }) => waitMs))
      await pause(longest, hangUp).finally(() => add(places, -1))
    },
  }
}
