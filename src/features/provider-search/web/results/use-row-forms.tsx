import { use, useCallback, useRef, useState } from 'react'
import type { Provider } from '../../contract.ts'
import { type OpenRowForm, RowActionContext } from '../row-action.ts'

/**
 * The open forms of the row action. They live outside the rows, so input survives a change of view or page. Closing a
 * form restores the focus to its opener, if that still exists.
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
