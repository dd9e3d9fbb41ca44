import { z } from 'zod'

/** What stands behind the `?` of the mailbox: the mail that is read. */
export const mailSearch = z.object({ mail: z.uuid().optional().catch(undefined) })
