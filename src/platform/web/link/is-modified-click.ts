import type { MouseEvent } from 'react'

/** Whether the browser handles a click on a link, for example by opening a new tab. */
export const isModifiedClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
