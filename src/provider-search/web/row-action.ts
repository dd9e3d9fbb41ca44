import { type ComponentType, createContext } from 'react'
import type { Provider } from '../contract.ts'

/** What can be done about each provider of some searches: a column of the table, a line of the card. */
export type RowAction = { label: string; Cell: ComponentType<{ provider: Provider }> }

/** The action that the app puts into the results, if any: it is of another room. */
export const RowActionContext = createContext<RowAction | undefined>(undefined)
