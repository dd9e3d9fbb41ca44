import { z } from 'zod'

/** What stands behind the `?` of a part of a case: the key of its row among the results, which says nothing of anybody. */
export const caseSearch = z.object({ row: z.string().optional().catch(undefined) })
