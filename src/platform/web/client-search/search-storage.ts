import { z } from 'zod'
import { readTabValue } from '../tab-storage.ts'
import { type ListView, listView } from '../table/use-paged-table.ts'
import type { ClientSelection } from './client-selection.ts'

/** The form values, the last search, and the page and sort order of its results. */
export type StoredSearch<Values> = { values: Values; submitted?: Values | undefined; view: ListView }

/** The stored search of this user in this tab, if any. */
export const storedSearch = <Values extends ClientSelection>(
  { name, values }: { name: string; values: z.ZodType<Values> },
  owner: string,
): StoredSearch<Values> | undefined =>
  readTabValue(name, owner, z.object({ values, submitted: values.optional(), view: listView }))
