import { lazy, Suspense } from 'react'
import { currentClient, useConfiguration } from '#clients/web/configuration-store.ts'
import { HomeHeading } from '#clients/web/home-heading.tsx'
import { Today } from '#today/web/today.tsx'

// A chunk of its own, so that the part that shows HTML stays one that public pages can load alone.
const HomeContent = lazy(async () => ({ default: (await import('#clients/web/home-page.tsx')).HomeContent }))

/** The home page of staff. Without a configuration, it has the client's content only. */
export function HomePage() {
  const configuration = useConfiguration()
  const heading = <HomeHeading />
  const content = (
    <Suspense>
      <HomeContent />
    </Suspense>
  )
  if (!configuration)
    return (
      <article>
        {heading}
        {content}
      </article>
    )
  return <Today key={currentClient()?.id} {...{ configuration, heading, content }} />
}
