import { Button, Title } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, notFound } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { carriedPlaceKey } from '#geography/contract.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { ErrorState, Skeleton } from '#platform/web/content-states.tsx'
import { useErrorNotice } from '#platform/web/error-notice.tsx'
import { useNarrowScreen } from '#platform/web/page/use-screen.ts'
import { PageTitle } from '#platform/web/static-page.tsx'
import type { SearchInfo } from '../contract.ts'
import { messages } from '../page-messages.ts'
import { QuickSearchForm, SearchButtons } from './form/quick-search-form.tsx'
import { introductionQuery, searchInfoQuery } from './lookup-queries.ts'
import { ResultsSection } from './results-section.tsx'
import classes from './search.module.css'
import { detailedFormStore, needsDetailedForm } from './search-values.ts'
import { useSearchFlow } from './use-search-flow.ts'

/** The page of the search with this key. Shows an error if the search does not exist or the visitor may not use it. */
export function ProviderSearchPage({ searchKey }: { searchKey: string }) {
  const search = useQuery(searchInfoQuery(searchKey))
  const introduction = useQuery(introductionQuery(searchKey))
  const status = search.error instanceof ApiError ? search.error.status : undefined
  const isRefused = status === 401 || status === 403 || status === 404
  useErrorNotice({ ...search, isError: search.isError && !isRefused }, messages.infoFailed)
  useErrorNotice(
    { ...introduction, isError: introduction.isError && search.isSuccess },
    messages.detailFailed,
  )

  if (status === 404) throw notFound()
  if (status === 403) return <AccessRestricted />
  if (status === 401) return <SignInNeeded />
  if (search.isError) return <SearchUnavailable onRetry={() => void search.refetch()} />
  if (search.isPending || introduction.isPending) return <SearchLoading />
  const { content = '', SafeHtml } = introduction.data ?? {}
  return (
    <ProviderSearch
      key={searchKey}
      search={search.data}
      introduction={SafeHtml && <SafeHtml html={content} />}
    />
  )
}

const SearchDialogs = lazy(() =>
  import('./search-dialogs.tsx').then((module) => ({ default: module.SearchDialogs })),
)

/**
 * A provider search: title, introduction, form and results. On a phone, the search and its results come before what an
 * administrator wrote about them, for eyes, keyboards and screen readers alike.
 */
function ProviderSearch({ search, introduction }: { search: SearchInfo; introduction: ReactNode }) {
  const flow = useSearchFlow(search)
  const { results, submitted } = flow
  const hasOpenedDialog = useHasBeenTrue(flow.dialog !== undefined)
  const isNarrow = useNarrowScreen()
  if (results.error instanceof ApiError && results.error.status === 403) return <AccessRestricted />
  return (
    <article className={classes.page}>
      <PageTitle>{search.title}</PageTitle>
      <Title order={1}>{search.title}</Title>
      {!isNarrow && introduction}
      <Criteria search={search} flow={flow} />
      <ResultsSection search={search} submitted={submitted} results={results} onSearch={flow.requestSearch} />
      {isNarrow && introduction}
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

const loadDetailedForm = () => import('./form/detailed-search-form.tsx')
const DetailedSearchForm = lazy(() =>
  loadDetailedForm().then((module) => ({ default: module.DetailedSearchForm })),
)

type CriteriaProps = { search: SearchInfo; flow: ReturnType<typeof useSearchFlow> }

/** The quick search form or, if the person chose it or the search in the URL needs it, the detailed form. */
function Criteria({ search, flow }: CriteriaProps) {
  const { form, resetKey, needsDetails, requestSearch, cancel, results, dialog } = flow
  const queries = useQueryClient()
  // Only the quick search form takes a place that another page handed on.
  const [isDetailed, setDetailed] = useState(
    () => !queries.getQueryData(carriedPlaceKey) && (detailedFormStore.get() ?? false),
  )
  if (needsDetails && !isDetailed) setDetailed(true)
  const needsAllFields = useSelector(form.store, ({ values }) => needsDetailedForm(values, search))
  const isAbroad = Object.values(search.families)[0] !== 'domestic'
  const area = useRef<HTMLDivElement>(null)
  const wasChosen = useRef(false)
  const choose = (next: boolean) => {
    wasChosen.current = true
    detailedFormStore.set(next)
    setDetailed(next)
  }
  const focusFirst = () => {
    if (wasChosen.current) area.current?.querySelector<HTMLElement>('select, input:not([readonly])')?.focus()
    wasChosen.current = false
  }
  const rejection = dialog?.kind === 'incomplete' ? 1 : 0
  const shared = { search, form, resetKey, onSearch: requestSearch, rejection }
  const progress = { isRunning: results.isFetching, onCancel: cancel }
  return (
    <div ref={area} className={classes.criteria} data-abroad={isAbroad || undefined}>
      {isDetailed ? (
        <Suspense fallback={<Skeleton label={messages.loadingSearch} heights={[320]} />}>
          <DetailedSearchForm
            {...shared}
            {...progress}
            onReset={flow.reset}
            onDisclaimer={() => flow.openDialog({ kind: 'disclaimer' })}
            onCollapse={needsAllFields ? undefined : () => choose(false)}
          />
          <OnMount run={focusFirst} />
        </Suspense>
      ) : (
        <>
          <QuickSearchForm
            {...shared}
            hasRange
            buttons={
              <SearchButtons {...progress}>
                <Button
                  variant="subtle"
                  leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} aria-hidden />}
                  onPointerEnter={() => void loadDetailedForm()}
                  onClick={() => choose(true)}
                >
                  {messages.moreOptions}
                </Button>
              </SearchButtons>
            }
          />
          <OnMount run={focusFirst} />
        </>
      )}
    </div>
  )
}

/** Runs a function once, after the elements before it have mounted. */
function OnMount({ run }: { run: () => void }) {
  const onMount = useEffectEvent(run)
  useEffect(() => onMount(), [])
  return null
}

/** Whether the value is or has been true. This keeps the dialogs mounted once they have loaded. */
function useHasBeenTrue(isNow: boolean) {
  const [wasOnce, setWasOnce] = useState(isNow)
  if (isNow && !wasOnce) setWasOnce(true)
  return wasOnce
}

/** Shown to visitors whose IP address may not use the search. */
function AccessRestricted() {
  return <AccessError title={messages.accessRestricted} advice={messages.restrictedAdvice} />
}

/** Shown to visitors who must sign in to use the search. */
function SignInNeeded() {
  return <AccessError title={messages.signInNeeded} advice={messages.signInAdvice} />
}

/** Shown while the search settings load. */
function SearchLoading() {
  return (
    <article>
      <Title order={1}>{messages.providerSearch}</Title>
      <Skeleton label={messages.loadingSearch} heights={[120, 320]} />
    </article>
  )
}

/** Shown when the search settings failed to load. */
function SearchUnavailable({ onRetry }: { onRetry: () => void }) {
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
