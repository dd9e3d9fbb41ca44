import { now } from '#platform/contract/clock.ts'

/** How far the server clock is ahead of this browser, in seconds. */
let offsetSeconds = 0

/** The current server time in seconds since the epoch, the reference for token and session expiry. */
export const serverNow = (): number => now().getTime() / 1000 + offsetSeconds

/** Sets the clock by what the server's clock and this browser's showed at one moment, in seconds since the epoch. */
export function syncServerClock(serverTime: number, browserTime = now().getTime() / 1000) {
  offsetSeconds = serverTime - browserTime
}
