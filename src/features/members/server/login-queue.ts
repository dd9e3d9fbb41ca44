import { type Problem, problem } from '#platform/server/problem.ts'
import { pause } from '#platform/server/sleep.ts'
import { messages } from '../messages.ts'
import type { Limit } from './login-delay.ts'

/** Which account a login is for, and where it comes from. */
type Visit = { account: string; address: string }
/** What a login waits for: under which key, how many of which may wait, and how long. */
type Place = { key: Buffer; limit: Pick<Limit, 'places'> }
type Wait = Place & { waitMs: number }

/** One who comes, the lot that was drawn for them, and what tells them to leave. */
type Comer = Visit & { lot: number; leave: AbortController }
/** Those who wait, each with the keys of the places they take. */
type Waiting = Map<Comer, readonly string[]>
/** How many may wait of those with a key, or in all; whose share of these places each one's is; what one too many is told. */
type Bound = {
  most: number
  bounds: (keys: readonly string[]) => boolean
  shareOf: (visit: Visit) => string
  refusal: () => Problem
}

/** When whoever finds no place comes again: the longest of those who wait has gone by then. */
const retryAfter = 30

/** Logins of this process whose answers may wait at one time. Each address has its share of them. */
const inAll: Bound = {
  most: 500,
  bounds: () => true,
  shareOf: ({ address }) => address,
  refusal: () => problem(503, messages.busy, { retryAfter }),
}

/** Of the places of an account each address has its share, of those of an address each account. */
const ofPlace = ({ key, limit }: Place): Bound => ({
  most: limit.places,
  bounds: (keys) => keys.includes(nameOf(key)),
  shareOf: ({ account, address }) => JSON.stringify([account, address]),
  refusal: () => problem(429, messages.tooManyLogins, { retryAfter }),
})

const nameOf = (key: Buffer) => key.toString('hex')

/**
 * Where logins wait: so many in all, and so many of an account, of an address and of both. Where that is one too many,
 * one leaves of those of whom the most wait, whoever has the lowest lot. So nobody is kept out by others who wait more,
 * and those who are one to the portal have the same chance for each time they come.
 */
export function openWaitingRoom(drawLot: () => number = Math.random) {
  const waiting: Waiting = new Map()
  return {
    /** Draws a lot for one who comes. Refuses where they would find no place (429). */
    receive(visit: Visit, places: readonly Place[]): Comer {
      const comer = { ...visit, lot: drawLot(), leave: new AbortController() }
      // Only keys that are slowed down have places taken: where those are all taken, the one who comes has to wait.
      leaversFor(waiting, comer, places.map(ofPlace))
      return comer
    },
    /** Waits the longest of the waits; those who hang up leave. Refuses who finds or keeps no place: of a key (429), or at all (503). */
    async waitFor(comer: Comer, waits: readonly Wait[], abortSignal: AbortSignal) {
      const places = waits.filter(({ waitMs }) => waitMs > 0)
      if (places.length === 0) return
      for (const [leaver, refusal] of leaversFor(waiting, comer, [...places.map(ofPlace), inAll])) {
        waiting.delete(leaver)
        leaver.leave.abort(refusal)
      }
      waiting.set(
        comer,
        places.map(({ key }) => nameOf(key)),
      )
      const longest = Math.max(...places.map(({ waitMs }) => waitMs))
      await pause(longest, AbortSignal.any([abortSignal, comer.leave.signal])).finally(() => {
        waiting.delete(comer)
        comer.leave.signal.throwIfAborted()
      })
    },
  }
}

/** Those who have to leave so that one more can wait, each with what they are told. Refuses where it is that one. */
function leaversFor(waiting: Waiting, comer: Comer, bounds: readonly Bound[]): Map<Comer, Problem> {
  const leavers = new Map<Comer, Problem>()
  for (const bound of bounds) {
    const bounded = [...waiting].filter(([each, keys]) => !leavers.has(each) && bound.bounds(keys))
    if (bounded.length < bound.most) continue
    const rivals = [comer, ...bounded.map(([each]) => each)]
    leavers.set(lowestOf(largestShare(rivals, bound.shareOf)), bound.refusal())
  }
  const refusal = leavers.get(comer)
  if (refusal) throw refusal
  return leavers
}

/** All of those of whom no others are more; of several shares of that size, of all of these. */
function largestShare(comers: readonly Comer[], shareOf: Bound['shareOf']): Comer[] {
  const shares = [...Map.groupBy(comers, shareOf).values()]
  const most = Math.max(...shares.map(({ length }) => length))
  return shares.filter(({ length }) => length === most).flat()
}

const lowestOf = (comers: readonly Comer[]): Comer =>
  comers.reduce((one, other) => (other.lot < one.lot ? other : one))
