import { Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import type { SearchInfo } from '../contract.ts'
import { AccessRestricted } from './access-errors.tsx'
import { SearchForm } from './form/search-form.tsx'
import classes from './search.module.css'
import { SearchOutcome } from './search-results.tsx'
import { useSearchFlow } from './use-search-flow.ts'

const SearchQuestions = lazy(() =>
  import('./search-dialogs.tsx').then((module) => ({ default: module.SearchQuestions })),
)

/** A provider search: what it is, its form, and what it found. */
export function ProviderSearch({ search, introduction }: { search: SearchInfo; introduction: ReactNode }) {
  const flow = useSearchFlow(search)
  const { form, results, submitted } = flow
  const wasAsked = useEver(flow.question !== undefined)
  if (results.error instanceof ApiError && results.error.status === 403) return <AccessRestricted />
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {introduction}
      <SearchForm
        search={search}
        form={form}
        resetKey={flow.resetKey}
        onSubmit={flow.submit}
        onReset={flow.reset}
        onCancel={flow.cancel}
        isRunning={results.isFetching}
        isRefused={flow.question?.kind === 'invalid'}
        onDisclaimer={() => flow.ask({ kind: 'disclaimer' })}
      />
      <SearchOutcome search={search} submitted={submitted} results={results} onSearch={flow.submit} />
      {wasAsked && (
        <Suspense>
          <SearchQuestions
            question={flow.question}
            sentences={search.messages}
            onClose={() => flow.ask(undefined)}
            onProceed={flow.proceed}
          />
        </Suspense>
      )}
    </article>
  )
}

/** Whether it is, or once was: what came for the first question stays for the next. */
function useEver(isNow: boolean) {
  const [wasOnce, setWasOnce] = useState(isNow)
  if (isNow && !wasOnce) setWasOnce(true)
  return wasOnce
}
