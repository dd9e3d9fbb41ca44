import { type ComponentType, createContext, use } from 'react'
import type { Provider } from '../../contract.ts'

/**
 * An action that some searches offer for each provider: a column of the table, a line of the card, and a
 * form.
 */
export type RowAction = {
  label: string
  /** The button that opens the form, or the reason why there is none. */
  Cell: ComponentType<{ provider: Provider; onOpen: (opener: HTMLElement) => void }>
  /** The form; it stays open when the rows change between table and cards. */
  Form: ComponentType<{ provider: Provider; opened: boolean; onClose: () => void; onClosed: () => void }>
}

/** The action that the app adds to the results, if any; it belongs to another feature. */
export const RowActionContext = createContext<RowAction | undefined>(undefined)

/** Opens the form of the action for a provider; `opener` is the element that gets the focus back. */
export type OpenRowForm = (provider: Provider, opener: HTMLElement) => void

export const OpenRowFormContext = createContext<OpenRowForm>(() => {})

/** The row action for one provider, if the search has one. */
export function RowActionCell({ provider }: { provider: Provider }) {
  const action = use(RowActionContext)
  const open = use(OpenRowFormContext)
  return action && <action.Cell provider={provider} onOpen={(opener) => open(provider, opener)} />
}
