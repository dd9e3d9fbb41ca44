import { createContext, useContext, useMemo } from 'react'
import { highlightName } from './highlight-name.ts'
import classes from './highlighted-name.module.css'

/** The provider name in the search criteria. */
export const TypedName = createContext('')

/** A provider's name with the matches highlighted. */
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
