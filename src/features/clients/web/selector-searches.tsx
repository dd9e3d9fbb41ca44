import { Button, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { useErrorNotice } from '#platform/web/use-error-notice.ts'
import { listSelectorSearches } from '../contract.ts'
import { messages } from '../messages.ts'
import classes from './clients.module.css'

/** The portal's own and external provider searches, each opening in a new tab. */
export function SelectorSearches() {
  const searches = useQuery({
    queryKey: ['selector-searches'],
    queryFn: ({ signal }) => call(listSelectorSearches, {}, signal).then(({ searches }) => searches),
  })
  useErrorNotice(searches, messages.searchesFailed)
  return (
    <section>
      <h2>{messages.searches}</h2>
      {searches.isError && (
        <>
          <p>{messages.searchesFailed}</p>
          <Button variant="default" onClick={() => void searches.refetch()}>
            {messages.tryAgain}
          </Button>
        </>
      )}
      <ul className={classes.list}>
        {searches.data?.map(({ name, url }) => (
          <li key={`${name} ${url}`}>
            <a className={classes.entry} href={url} target="_blank" rel="noopener noreferrer">
              {name}
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
              <VisuallyHidden>{messages.newTab}</VisuallyHidden>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
