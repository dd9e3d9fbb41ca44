import { z } from 'zod'

const text = z.string().optional().catch(undefined)

/** What stands behind the `?` of /token: where to go on, and whether the person comes from the identity provider. */
export const tokenSearch = z.object({ returnTo: text, fresh: text })

/** What stands behind the `?` of /sign-in-failed. */
export const failureSearch = z.object({ reason: text, reference: text })
