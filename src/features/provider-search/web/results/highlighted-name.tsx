import { createContext, useContext, useMemo } from 'react'
import { highlightName } from './highlight-name.ts'
import classes from './highlighted-name.module.css'

/** The name that was searched for. */
export const TypedName = createContext('')

/** A provider's name with what was searched for marked. */
export function HighlightedName({ name }: { name: string }) {
  const typed = useContext(TypedName)
  const parts = useMemo(() => highlightName(name, typed), [name, typed])
  let at = 0
  return parts.map(({ text, isMatch }) => {
    at += text.length
    return isMatch ? (
      <mark key={at} className={classes.mark}>
        {text}
      </mark>
    ) : (
      text
    )
  })
}
