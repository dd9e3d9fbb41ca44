import { currentClient, useConfiguration } from '#clients/web/configuration-store.ts'
import { HomeContent, HomeHeading } from '#clients/web/home-page.tsx'
import { Today } from '#today/web/today.tsx'

/** The home page of staff. Without a configuration, it has the client's content only. */
export function HomePage() {
  const configuration = useConfiguration()
  if (!configuration)
    return (
      <article>
        <HomeHeading />
        <HomeContent />
      </article>
    )
  const key = currentClient()?.id
  return <Today key={key} {...{ configuration }} heading={<HomeHeading />} content={<HomeContent />} />
}
