import { createContext, useContext, useMemo } from 'react'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { highlightName } from './highlight-name.ts'
import classes from './results.module.css'

/** A provider's name, with a badge if the network prefers the provider. */
export function ProviderName({ provider: { name, preferred } }: { provider: Provider }) {
  return (
    <>
      <span className={classes.name}>
        <HighlightedName name={name} />
      </span>
      {preferred && (
        <>
          {' '}
          <span className={classes.preferred}>{messages.preferred}</span>
        </>
      )}
    </>
  )
}

/** The provider name in the search criteria. */
export const TypedName = createContext('')

/** A provider's name with the matches highlighted. */
export function HighlightedName({ name }: { name: string }) {
  const typed = useContext(TypedName)
  const parts = useMemo(() => highlightName(name, typed), [name, typed])
  let at = 0
  return parts.map(({ text, isMatch }) => {
    at += text.length
    return isMatch ? <mark key={at}>{text}</mark> : text
  })
}
