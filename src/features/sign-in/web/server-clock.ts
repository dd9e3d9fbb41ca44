import { now } from '#platform/contract/clock.ts'

/** The known offset of the server clock from this browser, in seconds. */
let ahead = 0

/** The server time in seconds, which tokens and sessions are measured by. */
export const portalTime = (): number => now().getTime() / 1000 + ahead

/** Sets the clock from a server timestamp (seconds). */
export function setPortalTime(serverTime: number) {
  ahead = serverTime - now().getTime() / 1000
}
