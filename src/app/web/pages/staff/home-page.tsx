import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { hasCases } from '#cases/rules.ts'
import { recentCasesQuery } from '#cases/web/recent-cases-query.ts'
import type { ClientConfiguration } from '#clients/contract.ts'
import { currentClient, useConfiguration } from '#clients/web/configuration-store.ts'
import { HomeHeading } from '#clients/web/home-heading.tsx'
import { Today } from '#today/web/today.tsx'

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
  const { clientId } = configuration
  const recentCases = useQuery({ ...recentCasesQuery(clientId), enabled: hasCases(configuration) })
  return (
    <Today
      configuration={configuration}
      recentCases={recentCases}
      content={content}
      heading={<HomeHeading />}
    />
  )
}
