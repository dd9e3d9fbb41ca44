const minute = 60_000

/** Lifetime of a portal token. */
export const tokenLifeMs = 15 * minute
/** Lifetime of a session without renewal. */
export const idleMs = 60 * minute
/** Maximum lifetime of a session. */
export const maxSessionMs = 12 * 60 * minute
/** Time limit for signing in at the identity provider. */
export const attemptMs = 15 * minute
/** Lifetime of a document ticket. */
export const ticketMs = minute
