import { z } from 'zod'

/** The router reads what looks like a number as one. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined)

/** What stands behind the `?` of /token: where to go on, and whether the person comes from the identity provider. */
export const tokenSearch = z.object({ returnTo: text, fresh: text })

/** What stands behind the `?` of /sign-in-failed. */
export const failureSearch = z.object({ reason: text, reference: text })
