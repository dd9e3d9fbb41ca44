import { z } from 'zod'

/** Text, even if it looks like a number, which the router parses as one. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).optional().catch(undefined)

/** Search params of /token: the next page, and whether the person comes from the identity provider. */
export const tokenSearchParams = z.object({ returnTo: text, fresh: text })

/** Search params of /sign-in-failed. */
export const failureSearchParams = z.object({ reason: text, reference: text })
