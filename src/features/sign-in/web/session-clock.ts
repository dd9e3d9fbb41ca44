/** How long before the end of a session to warn, in seconds. */
export const warningSeconds = 120
/** How long before a token expires to renew it, in seconds. */
export const renewalLead = 60

type Times = {
  /** When the token expires, in seconds since the epoch. */
  exp: number
  /** When the session ends, in seconds since the epoch; undefined if unknown. */
  ends: number | undefined
  /** Whether there was activity since the last renewal. */
  isActive: boolean
}

/**
 * Decides what to do about a session at a given time, in seconds since the epoch. Only activity renews it, so
 * an idle session expires. During the warning, only an explicit confirmation renews it.
 */
export function nextSessionStep(
  time: number,
  { exp, ends, isActive }: Times,
): 'wait' | 'renew' | 'warn' | 'end' {
  if (ends !== undefined && time >= ends) return 'end'
  if (ends !== undefined && time >= ends - warningSeconds) return 'warn'
  return isActive && time >= exp - renewalLead ? 'renew' : 'wait'
}

const spokenAt = [10, 30, 60]

/**
 * The seconds that screen readers announce: they change only at two minutes, one minute, 30 and 10 seconds.
 */
export const spokenSeconds = (left: number): number =>
  spokenAt.find((seconds) => left <= seconds) ?? warningSeconds
