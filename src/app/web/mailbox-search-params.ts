import { z } from 'zod'

/** Search params of the mailbox: the open email. */
export const mailboxSearchParams = z.object({ mail: z.uuid().optional().catch(undefined) })
