import { Title } from '@mantine/core'
import { CallFailed } from '#platform/web/call.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import { SafeHtml } from '#platform/web/safe-html.tsx'
import type { SearchInfo } from '../contract.ts'
import { SearchForm } from './form/search-form.tsx'
import { AccessRestricted } from './refused.tsx'
import classes from './search.module.css'
import { SearchOutcome } from './search-outcome.tsx'
import { SearchQuestions } from './search-questions.tsx'
import { useSearchFlow } from './use-search-flow.ts'

/** A provider search: what it is, its form, and what it found. */
export function ProviderSearch({ search, introduction }: { search: SearchInfo; introduction: string }) {
  const flow = useSearchFlow(search)
  const { form, results, submitted } = flow
  if (results.error instanceof CallFailed && results.error.status === 403) return <AccessRestricted />
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {introduction && <SafeHtml html={introduction} />}
      <SearchForm
        search={search}
        form={form}
        onSubmit={flow.submit}
        onReset={flow.reset}
        onCancel={flow.cancel}
        isRunning={results.isFetching}
        isRefused={flow.question?.kind === 'invalid'}
        onDisclaimer={() => flow.ask({ kind: 'disclaimer' })}
      />
      <SearchOutcome search={search} submitted={submitted} results={results} onSearch={flow.submit} />
      <SearchQuestions
        question={flow.question}
        sentences={search.messages}
        onClose={() => flow.ask(undefined)}
        onProceed={flow.proceed}
      />
    </article>
  )
}
