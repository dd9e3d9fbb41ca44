/** How long before a session's end the person is told of it, in seconds. */
export const warningSeconds = 120
/** How long before a token expires it is renewed, in seconds. */
export const renewalLead = 60

type Times = {
  /** When the token expires, in seconds. */
  exp: number
  /** When the session ends, in seconds; undefined where it is not known. */
  ends: number | undefined
  /** Whether the person did something since the last renewal. */
  isActive: boolean
}

/**
 * What is to be done about a session at a time (seconds). It is renewed only for somebody who did something, so that
 * an open tab does end; once the warning stands, only the person's own word renews it.
 */
export function stepAt(time: number, { exp, ends, isActive }: Times): 'wait' | 'renew' | 'warn' | 'end' {
  if (ends !== undefined && time >= ends) return 'end'
  if (ends !== undefined && time >= ends - warningSeconds) return 'warn'
  return isActive && time >= exp - renewalLead ? 'renew' : 'wait'
}

const spokenAt = [10, 30, 60]

/** The time left as it is read out: not every second, but at two minutes, one, half of one, and ten seconds. */
export const spokenSeconds = (left: number): number =>
  spokenAt.find((seconds) => left <= seconds) ?? warningSeconds
