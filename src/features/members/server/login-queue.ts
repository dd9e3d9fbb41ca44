import { type Problem, problem } from '#platform/server/problem.ts'
import { sleep } from '#platform/server/sleep.ts'
import { messages } from '../messages.ts'
import type { Limit } from './login-delay.ts'

/** The account and address of a login. */
type Visit = { account: string; address: string }
/** A delay of a login: its key, the queue limit for the key, and the duration. */
type Place = { key: Buffer; limit: Pick<Limit, 'places'> }
type Wait = Place & { waitMs: number }

/** A queue entry with its random priority and abort controller. */
type Comer = Visit & { lot: number; leave: AbortController }
/** The waiting entries, each with the keys it occupies. */
type Waiting = Map<Comer, readonly string[]>
/**
 * A queue limit for a key or in total: its capacity, the share key for fairness, and the error for evicted entries.
 */
type Bound = {
  most: number
  bounds: (keys: readonly string[]) => boolean
  shareOf: (visit: Visit) => string
  refusal: () => Problem
}

/** Retry-After for rejected entries: by then the longest current wait is over. */
const retryAfter = 30

/** The total queue capacity of this process, shared fairly between addresses. */
const inAll: Bound = {
  most: 500,
  bounds: () => true,
  shareOf: ({ address }) => address,
  refusal: () => problem(503, messages.busy, { retryAfter }),
}

/** Account capacity is shared between addresses, address capacity between accounts. */
const ofPlace = ({ key, limit }: Place): Bound => ({
  most: limit.places,
  bounds: (keys) => keys.includes(nameOf(key)),
  shareOf: ({ account, address }) => JSON.stringify([account, address]),
  refusal: () => problem(429, messages.tooManyLogins, { retryAfter }),
})

const nameOf = (key: Buffer) => key.toString('hex')

/**
 * Queues delayed logins, with limits in total, per account, per address and per both. When a limit is exceeded, the
 * lowest random priority among the largest share is evicted. So heavy users cannot lock out others, and logins that
 * share all keys have equal chances on each attempt.
 */
export function openWaitingRoom(drawLot: () => number = Math.random) {
  const waiting: Waiting = new Map()
  return {
    /** Adds an entry with a random priority. Rejects it if there is no room (429). */
    receive(visit: Visit, places: readonly Place[]): Comer {
      const comer = { ...visit, lot: drawLot(), leave: new AbortController() }
      // Only throttled keys use capacity, so if it is all taken, the new entry has to wait too.
      leaversFor(waiting, comer, places.map(ofPlace))
      return comer
    },
    /**
     * Waits for the longest delay; aborted requests leave. Rejects entries without room or evicted ones: 429 for a
     * key, 503 in total.
     */
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
      await sleep(longest, AbortSignal.any([abortSignal, comer.leave.signal])).finally(() => {
        waiting.delete(comer)
        comer.leave.signal.throwIfAborted()
      })
    },
  }
}

/** The entries to evict for a new one, each with its error. Throws if the new one itself has to leave. */
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

/** The entries of the largest share, or of all largest shares on a tie. */
function largestShare(comers: readonly Comer[], shareOf: Bound['shareOf']): Comer[] {
  const shares = [...Map.groupBy(comers, shareOf).values()]
  const most = Math.max(...shares.map(({ length }) => length))
  return shares.filter(({ length }) => length === most).flat()
}

const lowestOf = (comers: readonly Comer[]): Comer =>
  comers.reduce((one, other) => (other.lot < one.lot ? other : one))
