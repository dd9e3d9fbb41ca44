import { Title } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ApiError } from '#platform/web/api-client.ts'
import { PageTitle } from '#platform/web/page-title.tsx'
import type { SearchInfo } from '../contract.ts'
import { AccessRestricted } from './access-errors.tsx'
import { SearchForm } from './form/search-form.tsx'
import classes from './search.module.css'
import { SearchResults } from './search-results.tsx'
import { useSearchFlow } from './use-search-flow.ts'

const SearchDialogs = lazy(() =>
  import('./search-dialogs.tsx').then((module) => ({ default: module.SearchDialogs })),
)

/** A provider search: title, introduction, form and results. */
export function ProviderSearch({ search, introduction }: { search: SearchInfo; introduction: ReactNode }) {
  const flow = useSearchFlow(search)
  const { form, results, submitted } = flow
  const hasOpenedDialog = useHasBeenTrue(flow.dialog !== undefined)
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
        isRefused={flow.dialog?.kind === 'invalid'}
        onDisclaimer={() => flow.openDialog({ kind: 'disclaimer' })}
      />
      <SearchResults search={search} submitted={submitted} results={results} onSearch={flow.submit} />
      {hasOpenedDialog && (
        <Suspense>
          <SearchDialogs
            dialog={flow.dialog}
            messageTexts={search.messages}
            onClose={() => flow.openDialog(undefined)}
            onProceed={flow.proceed}
          />
        </Suspense>
      )}
    </article>
  )
}

/** Whether the value is or has been true. This keeps the dialogs mounted once they have loaded. */
function useHasBeenTrue(isNow: boolean) {
  const [wasOnce, setWasOnce] = useState(isNow)
  if (isNow && !wasOnce) setWasOnce(true)
  return wasOnce
}
