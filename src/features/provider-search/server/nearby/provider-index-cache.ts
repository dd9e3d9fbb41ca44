import type { FastifyInstance } from 'fastify'
import { Gauge } from 'prom-client'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import type { DirectoryVersions, ReadDirectory } from '../search-definitions.ts'
import { buildProviderIndex, OutdatedError } from './build-provider-index.ts'
import type { ProviderIndex } from './provider-index.ts'
import { createTextCache, type TextCache } from './text-cache.ts'

export type CachedIndex = { version: number; index: ProviderIndex; texts: TextCache }

/** The index of providers, and their texts, that a process caches for searches around a point. */
export type ProviderIndexCache = {
  /** The index of the version that a request's definition names. Without it, the request counts as a reason to build it. */
  find(versions: DirectoryVersions): CachedIndex | undefined
  /** The memory that it takes. */
  bytes(): number
  /** Resolves when no index is being built. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Options = {
  read: ReadDirectory
  log: Log
  /** The size of all cached texts, in bytes. */
  textBytes: number
  /** How many searches of one version come first: building the index costs as much as thousands of them. */
  searchesBefore?: number
  /** Larger directories are searched in the database: the index of two million providers has about 100 MB. */
  mostProviders?: number
}

/** A build that fails would fail again, so the same version waits for as many searches as it costs. */
const timesAfterFailure = 100

/**
 * Caches the index of one version of the directory and the texts that were read last. Another version is never used: searches
 * go to the database while its index is built, one at a time.
 */
export function createProviderIndexCache({
  read,
  log,
  textBytes,
  searchesBefore = 20,
  mostProviders = 2_000_000,
}: Options): ProviderIndexCache {
  const closing = new AbortController()
  let cached: CachedIndex | undefined
  let building: Promise<void> | undefined
  let next = { version: -1, searchesLeft: 0 }

  async function build(versions: DirectoryVersions) {
    const version = versions.directoryVersion
    try {
      const options = { version, mostProviders, signal: closing.signal }
      const index = await read(versions, (directoryDb) => buildProviderIndex(directoryDb, options))
      if (index) cached = { version, index, texts: createTextCache(textBytes, index.count) }
      else next.searchesLeft = Number.POSITIVE_INFINITY
    } catch (err) {
      if (!(err instanceof OutdatedError || closing.signal.aborted))
        log.warn({ err }, 'building the index of providers failed')
    }
  }

  function countSearch(versions: DirectoryVersions) {
    const version = versions.directoryVersion
    if (building || closing.signal.aborted) return
    if (next.version !== version) next = { version, searchesLeft: searchesBefore }
    next.searchesLeft -= 1
    if (next.searchesLeft > 0) return
    next.searchesLeft = timesAfterFailure * searchesBefore
    building = build(versions).finally(() => {
      building = undefined
    })
  }

  return {
    find(versions) {
      if (cached?.version === versions.directoryVersion) return cached
      // After a failover or a restore that lost changes, a version number can return with other data, so an old index is dropped.
      cached = undefined
      countSearch(versions)
      return undefined
    },
    bytes: () => (cached ? cached.index.bytes + cached.texts.bytes : 0),
    settle: async () => building,
    async close() {
      closing.abort()
      await building
    },
  }
}

/**
 * Creates the cache of this process, reports its memory as a metric, and closes it with the app. Returns undefined if
 * SEARCH_MEMORY_MB is 0.
 */
export function registerProviderIndexCache(
  app: FastifyInstance,
  read: ReadDirectory,
  { SEARCH_MEMORY_MB }: Pick<Config, 'SEARCH_MEMORY_MB'>,
): ProviderIndexCache | undefined {
  if (SEARCH_MEMORY_MB === 0) return undefined
  const cache = createProviderIndexCache({ read, log: app.log as Log, textBytes: SEARCH_MEMORY_MB * 1e6 })
  app.addHook('onClose', cache.close)
  new Gauge({
    name: 'portal_provider_index_bytes',
    help: 'Memory that this process reserves for searches around a place; 0 while the database answers them',
    registers: [app.metrics],
    collect() {
      this.set(cache.bytes())
    },
  })
  return cache
}
