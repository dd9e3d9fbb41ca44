import { dayMs, now } from '../contract/clock.ts'

/** Stores data again with a key, or in clear text without one. Returns whether nothing is left. */
type Reencrypt = (
  keyId: string | undefined,
  stopping: AbortSignal,
  noteFailure: () => void,
) => Promise<boolean>

/** Returns a round of a worker: it works until nothing is left, and again after a change of the key and once a day. */
export function dailyByKey(findKeyId: () => string | undefined, reencrypt: Reencrypt) {
  let finished: { keyId: string | undefined; at: number } | undefined
  return async (stopping: AbortSignal, noteFailure = () => {}) => {
    const keyId = findKeyId()
    const at = now().getTime()
    if (finished && finished.keyId === keyId && at < finished.at + dayMs) return
    if (await reencrypt(keyId, stopping, noteFailure)) finished = { keyId, at }
  }
}
