import { type ComponentType, useEffect, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'

type LazyModal<About> = ComponentType<{ about: About; opened: boolean; onClose: () => void }>
type ModalState<About> = { Form: LazyModal<About>; about: About; number: number; opened: boolean }

/**
 * A modal whose code loads when it first opens; shows the error message if loading fails. Each opening starts fresh,
 * and closing restores the focus.
 */
export function useLazyModal<About>(load: () => Promise<LazyModal<About>>, failed: string) {
  const [state, setState] = useState<ModalState<About>>()
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (state?.opened === false) opener.current?.focus()
  }, [state])
  const show = async (about: About) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const Form = await load()
    setState((before) => ({ Form, about, number: (before?.number ?? 0) + 1, opened: true }))
  }
  return {
    open: (about: About) => {
      show(about).catch(() => showError(failed))
    },
    modal: state && (
      <state.Form
        key={state.number}
        about={state.about}
        opened={state.opened}
        onClose={() => setState({ ...state, opened: false })}
      />
    ),
  }
}
