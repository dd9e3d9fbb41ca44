import { isLive, storedToken } from '#sign-in/web/token-store.ts'

/** Whether the stored token is still valid. User activity renews it; background requests do not. */
export function isSessionActive(): boolean {
  const kept = storedToken()
  return kept !== undefined && isLive(kept)
}
