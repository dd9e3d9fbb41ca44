import { isLive, keptToken } from '#sign-in/web/token-store.ts'

/** Whether the stored token is valid: user activity renews it, background requests do not. */
export function isSessionActive(): boolean {
  const kept = keptToken()
  return kept !== undefined && isLive(kept)
}
