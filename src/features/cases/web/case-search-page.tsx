import { Title } from '@mantine/core'
import { useEffectEvent, useLayoutEffect } from 'react'
import { PageTitle } from '#platform/web/page-title.tsx'
import { useCaseSearch } from './case-search-context.ts'
import classes from './cases.module.css'
import { CaseResults } from './results/case-results.tsx'

/** A case search: form and results. */
export function CaseSearchPage() {
  const { search, form, scrollPosition } = useCaseSearch()
  const restoreScroll = useEffectEvent(
    () => scrollPosition !== undefined && window.scrollTo(0, scrollPosition),
  )
  // If the user did not come back from a case, the router scrolls to the top afterward.
  useLayoutEffect(() => void restoreScroll(), [])
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {form}
      <CaseResults />
    </article>
  )
}
