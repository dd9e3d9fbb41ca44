import { type ComponentType, createContext } from 'react'
import type { Provider } from '../contract.ts'

/** What can be done about each provider of some searches: a column of the table, a line of the card, and a form. */
export type RowAction = {
  label: string
  /** The way to the form, or why there is none. */
  Cell: ComponentType<{ provider: Provider; onOpen: (opener: HTMLElement) => void }>
  /** The form; it stays where it is when the rows are shown otherwise. */
  Form: ComponentType<{ provider: Provider; opened: boolean; onClose: () => void; onClosed: () => void }>
}

/** The action that the app puts into the results, if any: it is of another room. */
export const RowActionContext = createContext<RowAction | undefined>(undefined)

/** Opens the form of the action for a provider; `way` is what it was opened by. */
export type OpenRowForm = (provider: Provider, opener: HTMLElement) => void

export const OpenRowFormContext = createContext<OpenRowForm>(() => {})
