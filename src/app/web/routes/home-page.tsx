import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { recentCasesQuery } from '#cases/web/recent-cases-query.ts'
import { currentActivity } from '#cases/web/search/case-search-kinds.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { currentClient, tabOwner, useConfiguration } from '#clients/web/configuration-store.ts'
import { HomeHeading } from '#clients/web/home-heading.tsx'
import { formatDay } from '#platform/contract/date-format.ts'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { type CountedActivity, Today } from '#today/web/today.tsx'

// A chunk of its own, so that the part that shows HTML stays one that public pages can load alone.
const HomeContent = lazy(async () => ({ default: (await import('#clients/web/home-page.tsx')).HomeContent }))

const content = (
  // The fallback keeps the column of the content.
  <Suspense fallback={<span />}>
    <HomeContent />
  </Suspense>
)

/** The home page of staff. Without a configuration, it has the client's content only. */
export function HomePage() {
  const configuration = useConfiguration()
  if (!configuration)
    return (
      <article>
        <HomeHeading />
        {content}
      </article>
    )
  return <TodayPage key={currentClient()?.id} configuration={configuration} />
}

function TodayPage({ configuration }: { configuration: ClientConfiguration }) {
  const enabled = configuration.currentActivity || configuration.patientSearch
  const recentCases = useQuery({ ...recentCasesQuery(configuration.clientId), enabled })
  const navigate = useNavigate()
  return (
    <Today
      {...{ configuration, recentCases, content }}
      heading={<HomeHeading />}
      onOpenActivity={(activity) => {
        fillCurrentActivity(activity)
        void navigate({ to: '/current-activity', state: { filledAt: performance.now() } })
      }}
    />
  )
}

/** Stores a search of current activity as its form does, and submits it. */
function fillCurrentActivity({ startDate, endDate, activityList }: CountedActivity) {
  const days = { startDate: formatDay(startDate), endDate: formatDay(endDate) }
  const values = { ...allClientsSelected, ...days, activityList }
  const view = currentActivity.firstView()
  searchStore(currentActivity, tabOwner()).set({ values, submitted: values, view })
}
