import type { Decision } from '../../rules.ts'

/** One attempt at a decision: it keeps its key however often it is sent, until it was answered for good. */
export function attempts() {
  let current: { text: string; key: string } | undefined
  return {
    /** The key of this decision on this bill. */
    keyOf(itn: string, round: number, decision: Decision): string {
      const text = JSON.stringify([itn, round, decision])
      if (current?.text !== text) current = { text, key: randomKey() }
      return current.key
    },
    /** The next decision is another attempt, even one that says the same. */
    end() {
      current = undefined
    },
  }
}

/** A text that nobody else comes upon; made so, it needs no secure context. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
