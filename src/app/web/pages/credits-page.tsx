import { messages } from '../messages.ts'
import { PlainPage } from './plain-page.tsx'

/** Whose work the portal rests on, as its licences ask. */
export function CreditsPage() {
  return (
    <PlainPage title={messages.credits}>
      <p>
        Places and postal codes come from <a href="https://www.geonames.org/">GeoNames</a>, under the{' '}
        <a href="https://creativecommons.org/licenses/by/4.0/">Creative Commons Attribution 4.0</a> licence.
      </p>
      <p>
        The map’s coasts and borders come from <a href="https://www.naturalearthdata.com/">Natural Earth</a>,
        and its states and counties from the{' '}
        <a href="https://www.census.gov/geographies/mapping-files.html">United States Census Bureau</a>.
      </p>
      <p>
        The portal is built on open-source software, among it React, Mantine, TanStack, Fastify and
        PostgreSQL. The full list with its licences comes with the portal’s source.
      </p>
    </PlainPage>
  )
}
