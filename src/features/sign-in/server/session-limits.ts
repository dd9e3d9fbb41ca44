const minute = 60_000

/** How long a portal token is valid. */
export const tokenLifeMs = 15 * minute
/** How long a session lasts without renewal. */
export const idleMs = 60 * minute
/** How long a session lasts at most, however often it is renewed. */
export const maxSessionMs = 12 * 60 * minute
/** How long a person can take to sign in at the identity provider. */
export const attemptMs = 15 * minute
/** How long a document ticket is valid. */
export const ticketMs = minute
