import { now } from '#platform/contract/clock.ts'

/** How far the server's clock is ahead of this browser's, in seconds, as far as is known. */
let ahead = 0

/** The time by the server's clock, in seconds: what tokens and sessions are told by. */
export const portalTime = (): number => now().getTime() / 1000 + ahead

/** Sets the time by what the server just said it is (seconds). */
export function setPortalTime(serverTime: number) {
  ahead = serverTime - now().getTime() / 1000
}
