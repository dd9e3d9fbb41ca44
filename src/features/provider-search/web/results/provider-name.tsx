import { Badge } from '@mantine/core'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import { HighlightedName } from './highlighted-name.tsx'
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
          <Badge color="amber" variant="outline" size="sm" className={classes.preferred}>
            {messages.preferred}
          </Badge>
        </>
      )}
    </>
  )
}
