import { type ComponentType, useEffect, useRef, useState } from 'react'
import { showError } from '#platform/web/error-notice.tsx'

type LateModal<About> = ComponentType<{ about: About; opened: boolean; onClose: () => void }>
type Asked<About> = { Form: LateModal<About>; about: About; number: number; opened: boolean }

/**
 * A modal whose code comes when it is first opened; where it does not come, the sentence is shown. Each opening
 * starts fresh, and the focus goes back to where it came from.
 */
export function useLateModal<About>(load: () => Promise<LateModal<About>>, failed: string) {
  const [asked, setAsked] = useState<Asked<About>>()
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    if (asked?.opened === false) opener.current?.focus()
  }, [asked])
  const show = async (about: About) => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    const Form = await load()
    setAsked((before) => ({ Form, about, number: (before?.number ?? 0) + 1, opened: true }))
  }
  return {
    open: (about: About) => {
      show(about).catch(() => showError(failed))
    },
    modal: asked && (
      <asked.Form
        key={asked.number}
        about={asked.about}
        opened={asked.opened}
        onClose={() => setAsked({ ...asked, opened: false })}
      />
    ),
  }
}
