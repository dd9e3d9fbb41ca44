import type { RefObject } from 'react'
import { useShortcut } from '#platform/web/use-shortcut.ts'

/** Focuses the first field of the form when `/` is pressed outside any field. */
export function useSlashKey(form: RefObject<HTMLFormElement | null>) {
  useShortcut('/', () => firstField(form.current)?.focus())
}

const firstField = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('select:enabled, input:enabled:not([readonly])')
