import { z } from 'zod'
import { keptForTab } from '../tab-storage.ts'
import { type ListView, listView } from '../table/use-paged-table.ts'
import type { ClientsChosen } from './client-selection.ts'

/** The form values, the last search, and the page and sort order of its results. */
export type KeptSearch<Values> = { values: Values; submitted?: Values | undefined; view: ListView }

/** The stored search of this user in this tab, if any. */
export const keptSearch = <Values extends ClientsChosen>(
  { name, values }: { name: string; values: z.ZodType<Values> },
  owner: string,
): KeptSearch<Values> | undefined =>
  keptForTab(name, owner, z.object({ values, submitted: values.optional(), view: listView }))
