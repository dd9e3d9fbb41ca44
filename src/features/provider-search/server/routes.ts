import type { FastifyInstance } from 'fastify'
import { sanitizeContent } from '#clients/server/content-sanitizer.ts'
import { contentOf } from '#clients/server/content-store.ts'
import { domesticStates } from '#geography/rules.ts'
import type { Database } from '#platform/server/database.ts'
import { ipBucket } from '#platform/server/ip-bucket.ts'
import { jsonText, registerEndpoint } from '#platform/server/register-endpoint.ts'
import { createSearchQueue } from '#platform/server/search-queue.ts'
import type { Config } from '#platform/server/settings.ts'
import {
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../contract.ts'
import { clientNameOf } from './analytics-client.ts'
import { forStaff } from './client-search-access.ts'
import { feedbackRoutes } from './feedback-routes.ts'
import { underHeadings } from './group-provider-types.ts'
import { citiesWithin, countriesWithin, statesWithin, typesWithin } from './lookup-queries.ts'
import { providerEmailRoutes } from './provider-email-routes.ts'
import { byDefinition, definitionFor } from './search-access-guard.ts'
import { searchFor } from './search-providers.ts'
import { chosenNetworks, infoOf, isDomestic } from './search-settings.ts'

/** The provider search endpoints. */
export function providerSearchRoutes(app: FastifyInstance, db: Database, config: Config) {
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY)
  app.guards['by-definition'] = byDefinition(db, config, forStaff(app, db))

  registerEndpoint(app, getSearchInfo, async (_input, request) =>
    infoOf(definitionFor(request), clientNameOf(request)),
  )

  registerEndpoint(app, getSearchDetail, async ({ key }) => ({
    content: await introductionOf(db, key, config),
  }))

  registerEndpoint(app, listCountries, async ({ providerType }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: await countriesWithin(db, codesOf(networks), config.GEOCODER_URL !== undefined) }
  })

  registerEndpoint(app, listStates, async ({ providerType, countryId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    if (countryId === 'US' && isDomestic(networks)) return { results: [...domesticStates] }
    return { results: await statesWithin(db, codesOf(networks), countryId) }
  })

  registerEndpoint(app, listCities, async ({ providerType, countryId, stateId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: await citiesWithin(db, codesOf(networks), countryId, stateId) }
  })

  registerEndpoint(app, listProviderTypes, async ({ providerType, stateId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: underHeadings(await typesWithin(db, codesOf(networks), stateId), isDomestic(networks)) }
  })

  registerEndpoint(app, searchProviders, async (search, request) => {
    const definition = definitionFor(request)
    const results = await enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, () =>
      searchFor(db, definition, search, request.abortSignal),
    )
    app.analytics.count('cc_provider_search', clientNameOf(request))
    return jsonText(`{"results":${results}}`)
  })
  feedbackRoutes(app, db, config)
  providerEmailRoutes(app, db, config)
}

const codesOf = (networks: readonly { code: string }[]) => networks.map(({ code }) => code)

async function introductionOf(db: Database, key: string, { VIDEO_HOSTS }: Config): Promise<string> {
  const stored = await contentOf(db, `search/${key}`)
  return sanitizeContent(stored ?? '', VIDEO_HOSTS).html
}
