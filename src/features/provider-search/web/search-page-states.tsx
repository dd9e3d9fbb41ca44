import { Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#platform/web/error-state.tsx'
import { Skeleton } from '#platform/web/skeleton.tsx'
import { PageTitle } from '#platform/web/static-page.tsx'
import { messages } from '../messages.ts'
import classes from './search.module.css'

/** Shown to visitors whose IP address may not use the search. */
export function AccessRestricted() {
  return <AccessError title={messages.accessRestricted} advice={messages.restrictedAdvice} />
}

/** Shown to visitors who must sign in to use the search. */
export function SignInNeeded() {
  return <AccessError title={messages.signInNeeded} advice={messages.signInAdvice} />
}

/** Shown while the search settings load. */
export function SearchLoading() {
  return (
    <article>
      <Title order={1}>{messages.providerSearch}</Title>
      <Skeleton label={messages.loadingSearch} heights={[120, 320]} />
    </article>
  )
}

/** Shown when the search settings failed to load. */
export function SearchUnavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <article className={classes.accessError}>
      <PageTitle>{messages.providerSearch}</PageTitle>
      <Title order={1}>{messages.providerSearch}</Title>
      <ErrorState message={messages.infoFailed} onRetry={onRetry} />
    </article>
  )
}

function AccessError({ title, advice }: { title: string; advice: string }) {
  return (
    <article className={classes.accessError}>
      <PageTitle>{title}</PageTitle>
      <Title order={1}>{title}</Title>
      <p>{advice}</p>
      <p>
        <Link to="/">{messages.toStart}</Link>
      </p>
    </article>
  )
}
