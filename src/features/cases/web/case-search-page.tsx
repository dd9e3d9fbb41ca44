import { Title } from '@mantine/core'
import { useEffectEvent, useLayoutEffect } from 'react'
import { PageTitle } from '#platform/web/page-title.tsx'
import { useFoundCases } from './case-search-context.ts'
import classes from './cases.module.css'
import { CaseOutcome } from './results/case-results.tsx'

/** A case search: form and results. */
export function CaseSearchPage() {
  const { search, form, place } = useFoundCases()
  const comeBack = useEffectEvent(() => place !== undefined && window.scrollTo(0, place))
  // After any other navigation, the router scrolls to the top afterwards.
  useLayoutEffect(() => void comeBack(), [])
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {form}
      <CaseOutcome />
    </article>
  )
}
