/** When to warn before a session ends, in seconds. */
export const warningSeconds = 120
/** When to renew a token before it expires, in seconds. */
export const renewalLead = 60

type Times = {
  /** Token expiry in seconds. */
  exp: number
  /** Session end in seconds; undefined if unknown. */
  ends: number | undefined
  /** Whether there was activity since the last renewal. */
  isActive: boolean
}

/**
 * Decides what to do about a session at a given time (seconds). Only activity renews it, so an idle session expires.
 * During the warning, only an explicit confirmation renews it.
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

/** The remaining time for screen readers: announced at two minutes, one minute, 30 and 10 seconds. */
export const spokenSeconds = (left: number): number =>
  spokenAt.find((seconds) => left <= seconds) ?? warningSeconds
