const minute = 60_000

/** How long a portal token counts. */
export const tokenLifeMs = 15 * minute
/** How long a session lives without a renewal. */
export const idleMs = 60 * minute
/** How long a session lives in all. */
export const longestMs = 12 * 60 * minute
/** How long somebody may take at the identity provider. */
export const attemptMs = 15 * minute
/** How long a ticket opens its document. */
export const ticketMs = minute
