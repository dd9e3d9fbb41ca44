import { z } from 'zod'
import { keptForTab } from '../tab-storage.ts'
import { type ListView, listView } from '../table/use-paged-table.ts'
import type { ClientsChosen } from './client-selection.ts'

/** What the form holds, what was last searched for, and which page of the results is shown in which order. */
export type KeptSearch<Values> = { values: Values; submitted?: Values | undefined; view: ListView }

/** The search of this person that the tab keeps, if it does. */
export const keptSearch = <Values extends ClientsChosen>(
  { name, values }: { name: string; values: z.ZodType<Values> },
  owner: string,
): KeptSearch<Values> | undefined =>
  keptForTab(name, owner, z.object({ values, submitted: values.optional(), view: listView }))
