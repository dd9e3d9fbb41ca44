import type { FastifyInstance } from 'fastify'
import { sanitizeContent } from '#clients/server/content-sanitizer.ts'
import { contentOf } from '#clients/server/content-store.ts'
import { domesticStates } from '#geography/rules.ts'
import type { Database } from '#platform/server/database.ts'
import { searchesInTurn } from '#platform/server/search-turns.ts'
import { jsonText, serve } from '#platform/server/serve.ts'
import type { Config } from '#platform/server/settings.ts'
import { visitorOf } from '#platform/server/visitor.ts'
import {
  getSearchDetail,
  getSearchInfo,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../contract.ts'
import { byDefinition, definitionFor } from './admission.ts'
import { chosenNetworks, infoOf, isDomestic } from './definition-facts.ts'
import { feedbackRoutes } from './feedback-routes.ts'
import { citiesWithin, countriesWithin, statesWithin, typesWithin } from './look-up-queries.ts'
import { providerEmailRoutes } from './provider-email-routes.ts'
import { searchFor } from './search-for.ts'
import { forStaff } from './staff-admission.ts'
import { underHeadings } from './type-headings.ts'
import { clientNameOf } from './visitor.ts'

/** The calls of the provider search. */
export function providerSearchRoutes(app: FastifyInstance, db: Database, config: Config) {
  const inTurn = searchesInTurn(config.SEARCHES_AT_ONCE)
  app.admissions['by-definition'] = byDefinition(db, config, forStaff(app, db))

  serve(app, getSearchInfo, async (_input, request) => infoOf(definitionFor(request), clientNameOf(request)))

  serve(app, getSearchDetail, async ({ key }) => ({ content: await introductionOf(db, key, config) }))

  serve(app, listCountries, async ({ providerType }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: await countriesWithin(db, codesOf(networks), config.GEOCODER_URL !== undefined) }
  })

  serve(app, listStates, async ({ providerType, countryId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    if (countryId === 'US' && isDomestic(networks)) return { results: [...domesticStates] }
    return { results: await statesWithin(db, codesOf(networks), countryId) }
  })

  serve(app, listCities, async ({ providerType, countryId, stateId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: await citiesWithin(db, codesOf(networks), countryId, stateId) }
  })

  serve(app, listProviderTypes, async ({ providerType, stateId }, request) => {
    const networks = chosenNetworks(definitionFor(request), providerType)
    return { results: underHeadings(await typesWithin(db, codesOf(networks), stateId), isDomestic(networks)) }
  })

  serve(app, searchProviders, async (search, request) => {
    const definition = definitionFor(request)
    const results = await inTurn({ person: visitorOf(request.ip), hangUp: request.hangUp }, () =>
      searchFor(db, definition, search, request.hangUp),
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
