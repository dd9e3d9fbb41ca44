import { type RefObject, useEffect } from 'react'

/** The key `/`, pressed outside of any field, leads to the first field of the form. */
export function useSlashKey(form: RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return
      event.preventDefault()
      firstField(form.current)?.focus()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [form])
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input, select, textarea, [contenteditable], [role=dialog] *')

const firstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('select:enabled, input:enabled:not([readonly])')
