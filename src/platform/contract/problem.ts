import { z } from 'zod'

/** The body of every error answer (RFC 9457), with what a call adds; `reference` is the id under which the server logged it. */
export const problemBody = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  reference: z.string(),
})
export type ProblemBody = z.infer<typeof problemBody>
