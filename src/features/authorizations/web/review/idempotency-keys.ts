import type { Decision } from '../../rules.ts'

/** Creates the store of idempotency keys. A bill keeps its key across retries until it gets a final response. */
export function createIdempotencyKeys() {
  const current = new Map<string, { text: string; key: string }>()
  return {
    /** Returns the key for this decision on this bill. */
    getKey(itn: string, round: number, decision: Decision): string {
      const text = JSON.stringify([round, decision])
      const known = current.get(itn)
      const attempt = known?.text === text ? known : { text, key: randomKey() }
      current.set(itn, attempt)
      return attempt.key
    },
    /** Ends the attempt for this bill: the next decision gets a new key, even if it is identical. */
    endAttempt(itn: string) {
      current.delete(itn)
    },
  }
}

/** Unlike `crypto.randomUUID`, this works outside secure contexts. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
