import type { Decision } from '../../rules.ts'

/** Idempotency keys, one per bill. A bill keeps its key across retries until it gets a final response. */
export function attempts() {
  const current = new Map<string, { text: string; key: string }>()
  return {
    /** The key for this decision on this bill. */
    keyOf(itn: string, round: number, decision: Decision): string {
      const text = JSON.stringify([round, decision])
      const known = current.get(itn)
      const attempt = known?.text === text ? known : { text, key: randomKey() }
      current.set(itn, attempt)
      return attempt.key
    },
    /** Starts a new attempt for this bill: the next decision gets a new key, even if it is identical. */
    end(itn: string) {
      current.delete(itn)
    },
  }
}

/** A unique id; unlike `crypto.randomUUID`, this needs no secure context. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
