import { use, useCallback, useRef, useState } from 'react'
import type { Provider } from '../../contract.ts'
import { type OpenRowForm, RowActionContext } from '../row-action.ts'

/**
 * The forms of the rows' action that were opened. They stand beside the rows: what is typed stays while a table becomes
 * cards or another page is turned to. Focus goes back to where a form was opened from, if that is still there.
 */
export function useRowForms() {
  const action = use(RowActionContext)
  const [providers, setProviders] = useState<readonly Provider[]>([])
  const [opened, setOpened] = useState<string>()
  const opener = useRef<HTMLElement>(null)
  const openForm: OpenRowForm = useCallback((provider, from) => {
    opener.current = from
    setProviders((others) => [...others.filter(({ hash }) => hash !== provider.hash), provider])
    setOpened(provider.hash)
  }, [])
  const forms =
    action &&
    providers.map((provider) => (
      <action.Form
        key={provider.hash}
        provider={provider}
        opened={opened === provider.hash}
        onClose={() => setOpened(undefined)}
        onClosed={() => opener.current?.focus()}
      />
    ))
  return { openForm, forms }
}
