import { Alert, NativeSelect } from '@mantine/core'
import { type QueryFunction, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { CaseRow } from '#cases/contract.ts'
import { buildCasePath, chooseSearchPath, hasCases } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { now } from '#platform/contract/clock.ts'
import { call } from '#platform/web/api-client.ts'
import { formatInstant, today } from '#platform/web/format-instant.ts'
import { localStore, useStored } from '#platform/web/storage.ts'
import { getFigures, listLongestWaiting, listNews, todayQueryKey } from '../contract.ts'
import { messages } from '../messages.ts'
import { listMonths, savingsMonths } from '../rules.ts'
import { Card, CardLink, ColumnHeads, EmptyCard } from './card.tsx'
import { linkToRecentActivity } from './format.ts'
import { NewsCard } from './news-card.tsx'
import rowsClasses from './rows.module.css'
import { type TileLinks, Tiles } from './tiles.tsx'
import classes from './today.module.css'
import { authorizationPath, WaitingCard } from './waiting-card.tsx'

/** Queries of the cards. Each visit refetches them and shows the cached data until then. */
const card = <Data,>(clientId: string, name: string, queryFn: QueryFunction<Data>) =>
  queryOptions({
    queryKey: [todayQueryKey, clientId, name],
    queryFn,
    refetchOnMount: 'always',
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  })

const figuresQuery = (clientId: string) =>
  card(clientId, 'figures', ({ signal }) => call(getFigures, {}, signal))

const waitingQuery = (clientId: string) =>
  card(clientId, 'waiting', ({ signal }) => call(listLongestWaiting, {}, signal))

const newsQuery = (clientId: string) => card(clientId, 'news', ({ signal }) => call(listNews, {}, signal))

/** The currency that the person chose for the amounts. */
const currencyStore = localStore('todayCurrency', z.string())

type TodayProps = {
  configuration: ClientConfiguration
  /** The cases that the person opened last. */
  recentCases: UseQueryResult<CaseRow[]>
  /** The page's heading. */
  heading: ReactNode
  /** The client's own content. */
  content: ReactNode
}

/** The home page: key figures, what to do next, what is new, and the client's own content. */
export function Today({ configuration, recentCases, heading, content }: TodayProps) {
  const { clientId, clientAuth, currentActivity, mayDecide } = configuration
  const casePath = (row: string) => buildCasePath(configuration, row)
  const canSeeCases = hasCases(configuration)
  const figures = useQuery({ ...figuresQuery(clientId), enabled: canSeeCases || clientAuth })
  const waiting = useQuery({ ...waitingQuery(clientId), enabled: clientAuth })
  const news = useQuery({ ...newsQuery(clientId), enabled: currentActivity })
  const currencies = figures.data?.savings?.map(({ currency }) => currency) ?? []
  const [stored, setCurrency] = useStored(currencyStore, '')
  const currency = currencies.includes(stored) ? stored : currencies[0]
  const loadedAt = [figures, waiting, news].map((query) => query.dataUpdatedAt).filter((time) => time > 0)
  const [firstMonth = today()] = listMonths(today(), savingsMonths)
  const savedSince = figures.data?.savings?.[0]?.months[0]?.month ?? firstMonth
  return (
    <article className={classes.page}>
      <div className={classes.pageHead}>
        {heading}
        {currencies.length > 1 && (
          <NativeSelect
            className={classes.currency}
            size="sm"
            label={messages.currency}
            data={currencies}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
        <span className={classes.asOf} data-waiting={loadedAt.length === 0 || undefined}>
          {messages.asOf(formatInstant(Math.min(now().getTime(), ...loadedAt)))}
        </span>
      </div>
      <EmergencyNotice waiting={figures.data?.unreviewedEmergencies} />
      {(canSeeCases || clientAuth) && (
        <Tiles
          figures={figures}
          currency={currency}
          savedSince={savedSince}
          links={findTileLinks(configuration)}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.stack}>
          {clientAuth && <WaitingCard query={waiting} mayDecide={mayDecide} />}
          {currentActivity && <NewsCard query={news} hasAuthorizations={clientAuth} casePath={casePath} />}
          {canSeeCases && (
            <RecentCasesCard
              query={recentCases}
              casePath={casePath}
              searchPath={chooseSearchPath(configuration)}
            />
          )}
        </div>
        <div className={classes.content}>{content}</div>
      </div>
    </article>
  )
}

/** Says that cases were opened in an emergency and wait for a review. */
const EmergencyNotice = ({ waiting = 0 }: { waiting: number | undefined }) =>
  waiting > 0 && (
    <Alert color="amber" variant="light" role="note" mb="md" title={messages.emergencies(waiting)}>
      {messages.emergencyAdvice}{' '}
      <Link to="/emergency-access" className={classes.notice}>
        {messages.reviewEmergencies}
      </Link>
    </Alert>
  )

/**
 * Finds the page that lists exactly what a tile counts. Only Current Activity lists cases by day, and no page lists
 * bills or savings of several cases.
 */
function findTileLinks(configuration: ClientConfiguration): TileLinks {
  const { clientAuth, currentActivity } = configuration
  return {
    ...(clientAuth && { pending: { href: authorizationPath } }),
    ...(hasCases(configuration) && {
      newCases: currentActivity ? linkToRecentActivity(7, ['NEW']) : null,
      saved: null,
      bills: null,
    }),
  }
}

const text = messages.recent
const shownCases = 5

type RecentCasesCardProps = {
  query: UseQueryResult<CaseRow[]>
  casePath: (row: string) => string
  searchPath: string
}

/** The cases that the person opened last. */
function RecentCasesCard({ query, casePath, searchPath }: RecentCasesCardProps) {
  return (
    <Card title={text.title} query={query} failed={text.failed} hasColumnHeads>
      {(cases) =>
        cases.length === 0 ? (
          <EmptyCard message={text.empty}>
            <CardLink href={searchPath}>{text.find}</CardLink>
          </EmptyCard>
        ) : (
          <div className={rowsClasses.recentRows}>
            <ColumnHeads columns={text.columns} />
            <ul>
              {cases.slice(0, shownCases).map((row) => (
                <li key={row.hash}>
                  <CardLink href={casePath(row.hash)} className={rowsClasses.recentRow}>
                    <span data-cell="patient">{row.patientName}</span>{' '}
                    <span data-cell="incident">{row.incidentNumber}</span>{' '}
                    <span data-cell="description">{row.incidentDescription}</span>{' '}
                    <span data-cell="client">{row.carrier}</span>
                  </CardLink>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Card>
  )
}
