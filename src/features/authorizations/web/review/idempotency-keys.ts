import type { Decision } from '../../rules.ts'

/** Attempts at decisions, one for each bill: it keeps its key however often it is sent, until it was answered for good. */
export function attempts() {
  const current = new Map<string, { text: string; key: string }>()
  return {
    /** The key of this decision on this bill. */
    keyOf(itn: string, round: number, decision: Decision): string {
      const text = JSON.stringify([round, decision])
      const known = current.get(itn)
      const attempt = known?.text === text ? known : { text, key: randomKey() }
      current.set(itn, attempt)
      return attempt.key
    },
    /** The next decision on this bill is another attempt, even one that says the same. */
    end(itn: string) {
      current.delete(itn)
    },
  }
}

/** A text that nobody else comes upon; made so, it needs no secure context. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
