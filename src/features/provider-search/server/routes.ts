import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findContent, sanitizeContent } from '#clients/server/content-store.ts'
import { domesticStates } from '#geography/rules.ts'
import { createSearchQueue } from '#platform/concurrency/fair-queue.ts'
import { loadOnce } from '#platform/concurrency/load-once.ts'
import type { Config } from '#platform/config/settings.ts'
import type { Database } from '#platform/db/database.ts'
import { type Replica, readFrom } from '#platform/db/replica.ts'
import { ipBucket } from '#platform/http/rate-limit/ip-bucket.ts'
import { jsonText, registerEndpoint } from '#platform/http/register-endpoint.ts'
import type { RenderPool } from '#platform/pdf/render-pool.ts'
import {
  findProviderTypes,
  getDirectoryFigures,
  getSearchDetail,
  getSearchInfo,
  getSuggestions,
  listCities,
  listCountries,
  listProviderTypes,
  listStates,
  searchProviders,
} from '../contract.ts'
import { listRelatedTypes } from '../related-types-contract.ts'
import { feedbackRoutes } from './feedback-routes.ts'
import { findProviders } from './find-providers.ts'
import { registerProviderIndexCache } from './nearby/provider-index-cache.ts'
import { providerEmailRoutes, providerListRoutes } from './provider-email-routes.ts'
import { analyticsClientName, getSearchDefinition, type SearchDeps } from './search-access-guard.ts'
import {
  type Definition,
  type DirectoryVersions,
  groupProviderTypes,
  isDomestic,
  queryCities,
  queryCountries,
  queryDirectoryFigures,
  queryProviderTypes,
  queryStates,
  type ReadDirectory,
  selectNetworks,
  toSearchInfo,
} from './search-definitions.ts'
import { createSuggestionCache } from './suggestion-cache.ts'

type RoutesDeps = SearchDeps & {
  renderPool: RenderPool
  /** Serves what visitors search, if there is one. */
  replica?: Replica | undefined
}

/** The provider search endpoints. */
export function providerSearchRoutes(app: FastifyInstance, deps: RoutesDeps) {
  const { db, config } = deps
  const readDirectory = createReadDirectory(deps)
  const enqueue = createSearchQueue(config.SEARCH_CONCURRENCY)
  const indexCache = registerProviderIndexCache(app, readDirectory, config)
  const findFigures = loadOnce(() => readDirectory(noVersion, queryDirectoryFigures), figuresMaxAgeMs)

  registerEndpoint(app, getSearchInfo, async (_input, request) =>
    toSearchInfo(getSearchDefinition(request), analyticsClientName(request)),
  )

  registerEndpoint(app, getSearchDetail, async ({ key }) => ({
    content: await readIntroduction(db, key, config),
  }))

  lookupRoutes(app, { readDirectory, config })
  suggestionRoutes(app, { readDirectory, enqueue })

  registerEndpoint(app, searchProviders, async (criteria, request) => {
    const definition = getSearchDefinition(request)
    const results = await enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, () =>
      readDirectory(definition, (directoryDb) =>
        findProviders(directoryDb, definition, criteria, request.abortSignal, indexCache),
      ),
    )
    // Searches with a limit are not counted: the page sends them to find other searches to offer (`find-some.ts`).
    if (criteria.limit == null)
      app.analytics.count({
        event: 'cc_provider_search',
        client: analyticsClientName(request),
        definitionKey: definition.key,
      })
    return jsonText('{"results":', results, '}')
  })

  registerEndpoint(app, getDirectoryFigures, findFigures)
  feedbackRoutes(app, deps)
  providerEmailRoutes(app, deps)
  providerListRoutes(app, deps)
}

/** Figures are kept for minutes, so they need no version. */
const noVersion: DirectoryVersions = { directoryVersion: 0, wordsVersion: 0 }

/**
 * Reads from the replica if it is recent enough and has the version of the request's definition, otherwise from the primary.
 */
const createReadDirectory =
  ({ db, replica }: Pick<RoutesDeps, 'db' | 'replica'>): ReadDirectory =>
  ({ directoryVersion, wordsVersion }, query) =>
    readFrom(replica, db, `${directoryVersion}/${wordsVersion}`)(query)

/** The search definition of a request, with only the network that the request names, if it names one. */
function getLimitedDefinition(request: FastifyRequest, networkCode: string | undefined): Definition {
  const definition = getSearchDefinition(request)
  return { ...definition, networks: selectNetworks(definition, networkCode) }
}

const networkCodes = ({ networks }: Definition) => networks.map(({ code }) => code)

type LookupDeps = { readDirectory: ReadDirectory; config: Config }

/** The endpoints of the lookups: the lists from which people choose in a search. */
function lookupRoutes(app: FastifyInstance, { readDirectory, config }: LookupDeps) {
  registerEndpoint(app, listCountries, async ({ networkCode }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    const hasGeocoder = config.GEOCODER_URL !== undefined
    return {
      results: await readDirectory(definition, (directoryDb) =>
        queryCountries(directoryDb, networkCodes(definition), hasGeocoder),
      ),
    }
  })

  registerEndpoint(app, listStates, async ({ networkCode, countryId }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    if (countryId === 'US' && isDomestic(definition.networks)) return { results: [...domesticStates] }
    return {
      results: await readDirectory(definition, (directoryDb) =>
        queryStates(directoryDb, networkCodes(definition), countryId),
      ),
    }
  })

  registerEndpoint(app, listCities, async ({ networkCode, countryId, stateId }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    return {
      results: await readDirectory(definition, (directoryDb) =>
        queryCities(directoryDb, networkCodes(definition), countryId, stateId),
      ),
    }
  })

  registerEndpoint(app, listProviderTypes, async ({ networkCode, stateId }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    return {
      results: groupProviderTypes(
        await readDirectory(definition, (directoryDb) =>
          queryProviderTypes(directoryDb, networkCodes(definition), stateId),
        ),
        isDomestic(definition.networks),
      ),
    }
  })
}

type SuggestionDeps = { readDirectory: ReadDirectory; enqueue: ReturnType<typeof createSearchQueue> }

/** The endpoints of the suggestions that appear while people type. */
function suggestionRoutes(app: FastifyInstance, { readDirectory, enqueue }: SuggestionDeps) {
  const { findTypes, findRelated, suggest } = createSuggestionCache(readDirectory)

  registerEndpoint(app, findProviderTypes, async ({ networkCode, stateId, searchTerm }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    return enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () => ({
      results: await findTypes(definition, stateId, searchTerm),
    }))
  })

  registerEndpoint(app, listRelatedTypes, async ({ networkCode, stateId, typeId }, request) => {
    const definition = getLimitedDefinition(request, networkCode)
    return { results: await findRelated(definition, stateId, typeId) }
  })

  registerEndpoint(app, getSuggestions, async (typed, request) => {
    const definition = getLimitedDefinition(request, typed.networkCode)
    return enqueue({ key: ipBucket(request.ip), abortSignal: request.abortSignal }, async () =>
      jsonText(await suggest(definition, typed, request.abortSignal)),
    )
  })
}

async function readIntroduction(db: Database, key: string, { VIDEO_HOSTS }: Config): Promise<string> {
  const stored = await findContent(db, `search/${key}`)
  return sanitizeContent(stored ?? '', VIDEO_HOSTS).html
}

/** The maximum age of the directory's figures: counting a large directory takes a while. */
const figuresMaxAgeMs = 600_000
