import { Title } from '@mantine/core'
import { PageTitle } from '#platform/web/page-title.tsx'
import classes from './cases.module.css'
import { useFoundCases } from './found-cases.ts'
import { CaseOutcome } from './results/case-outcome.tsx'

/** A search for cases: its form, and what it found. */
export function CaseSearchPage() {
  const { search, form } = useFoundCases()
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {form}
      <CaseOutcome />
    </article>
  )
}
