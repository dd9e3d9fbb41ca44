import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#platform/web/error-state.tsx'
import { PageTitle } from '#platform/web/page-title.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { messages } from '../messages.ts'
import classes from './search.module.css'

/** What visitors see whose place the search is not open to. */
export function AccessRestricted() {
  return <Refused title={messages.accessRestricted} advice={messages.restrictedAdvice} />
}

/** What visitors see who have not signed in where it is needed. */
export function SignInNeeded() {
  return <Refused title={messages.signInNeeded} advice={messages.signInAdvice} />
}

/** What stands while the search is on its way. */
export function SearchAwaited() {
  return (
    <article>
      <Title order={1}>{messages.providerSearch}</Title>
      <Skeleton label={messages.loadingSearch} heights={[120, 320]} />
    </article>
  )
}

/** What stands while it is not known which search this is. */
export function SearchUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <article className={classes.refused}>
      <PageTitle>{messages.providerSearch}</PageTitle>
      <Title order={1}>{messages.providerSearch}</Title>
      <ErrorState message={messages.infoFailed} onRetry={onRetry} />
    </article>
  )
}

function Refused({ title, advice }: { title: string; advice: string }) {
  return (
    <article className={classes.refused}>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      <p>{advice}</p>
      <p>
        <Link to="/">{messages.toStart}</Link>
      </p>
    </article>
  )
}
