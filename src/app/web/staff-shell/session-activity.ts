import { isLive, keptToken } from '#sign-in/web/token-store.ts'

/** Whether the kept token is live: it is renewed by what a person does, never by what a page asks for by itself. */
export function isAwake(): boolean {
  const kept = keptToken()
  return kept !== undefined && isLive(kept)
}
