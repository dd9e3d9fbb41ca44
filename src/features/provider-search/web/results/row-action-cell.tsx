import { use } from 'react'
import type { Provider } from '../../contract.ts'
import { OpenRowFormContext, RowActionContext } from '../row-action.ts'

/** The row action for one provider, if the search has one. */
export function RowActionCell({ provider }: { provider: Provider }) {
  const action = use(RowActionContext)
  const open = use(OpenRowFormContext)
  return action && <action.Cell provider={provider} onOpen={(way) => open(provider, way)} />
}
