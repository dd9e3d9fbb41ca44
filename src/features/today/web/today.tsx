import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sectionPath } from '#cases/rules.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { formatInstant } from '#platform/web/format-instant.ts'
import { useStored } from '#platform/web/storage.ts'
import { messages } from '../messages.ts'
import { NewsCard } from './news-card.tsx'
import { RecentCasesCard } from './recent-cases-card.tsx'
import { type TileLinks, Tiles } from './tiles.tsx'
import classes from './today.module.css'
import { currencyStore, figuresQuery, newsQuery, waitingQuery } from './today-queries.ts'
import { authorizationPath, WaitingCard } from './waiting-card.tsx'

type TodayProps = {
  configuration: ClientConfiguration
  /** The page's heading. */
  heading: ReactNode
  /** The client's own content. */
  content: ReactNode
}

/** The home page: key figures, what to do next, what is new, and the client's own content. */
export function Today({ configuration, heading, content }: TodayProps) {
  const { clientId, clientAuth, currentActivity, patientSearch, mayDecide, reports } = configuration
  const activityPath = currentActivity ? '/current-activity' : '/patient-search'
  const searchPath = patientSearch ? '/patient-search' : '/current-activity'
  const casePath = (row: string) => sectionPath(searchPath, 'overview', row)
  const hasCases = currentActivity || patientSearch
  const figures = useQuery({ ...figuresQuery(clientId), enabled: hasCases || clientAuth })
  const waiting = useQuery({ ...waitingQuery(clientId), enabled: clientAuth })
  const news = useQuery({ ...newsQuery(clientId), enabled: currentActivity })
  const currencies = figures.data?.savings?.map(({ currency }) => currency) ?? []
  const [stored, setCurrency] = useStored(currencyStore, '')
  const currency = currencies.includes(stored) ? stored : currencies[0]
  const loadedAt = [figures, waiting, news].map((query) => query.dataUpdatedAt).filter((time) => time > 0)
  const links: TileLinks = {
    ...(clientAuth && { pending: authorizationPath }),
    ...(hasCases && {
      newCases: activityPath,
      saved: reports.length > 0 ? '/reports' : activityPath,
      bills: activityPath,
    }),
  }
  return (
    <article className={classes.page}>
      <div className={classes.pageHead}>
        {heading}
        {loadedAt.length > 0 && (
          <span className={classes.asOf}>{messages.asOf(formatInstant(Math.min(...loadedAt)))}</span>
        )}
        {currencies.length > 1 && (
          <NativeSelect
            className={classes.currency}
            size="sm"
            label={messages.amountsIn}
            data={currencies}
            value={currency}
            onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
          />
        )}
      </div>
      {(hasCases || clientAuth) && <Tiles figures={figures} currency={currency} links={links} />}
      <div className={classes.columns}>
        <div className={classes.stack}>
          {clientAuth && <WaitingCard query={waiting} mayDecide={mayDecide} />}
          {hasCases && <RecentCasesCard {...{ clientId, casePath, searchPath }} />}
          <div className={classes.content}>{content}</div>
        </div>
        {currentActivity && <NewsCard query={news} hasAuthorizations={clientAuth} casePath={casePath} />}
      </div>
    </article>
  )
}
