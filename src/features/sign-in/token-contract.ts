import { z } from 'zod'

/** The portal token in local storage, when it expires (in seconds since the epoch), and the name of its owner. */
export const userToken = () => z.object({ token: z.string(), exp: z.number(), name: z.string() })
export type UserToken = z.infer<ReturnType<typeof userToken>>
