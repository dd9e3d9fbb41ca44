import { z } from 'zod'

/** Search params of a case page: the opaque key of its result row. */
export const casePageSearchParams = z.object({ row: z.string().optional().catch(undefined) })
