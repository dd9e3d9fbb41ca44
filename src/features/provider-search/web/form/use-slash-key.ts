import type { RefObject } from 'react'
import { useShortcut } from '#platform/web/use-shortcut.ts'

/** Makes `/`, pressed outside any field, focus the first field of the form. */
export function useSlashKey(form: RefObject<HTMLFormElement | null>) {
  useShortcut('/', () => firstField(form.current)?.focus())
}

const firstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('select:enabled, input:enabled:not([readonly])')
