import { z } from 'zod'
import { type Database, queryRow, type Sql, sql } from '#platform/db/database.ts'
import { mercator } from './circle.ts'
import { createIndexBuilder, type ProviderIndex } from './provider-index.ts'

/** The directory changed while it was read. */
export class OutdatedError extends Error {
  override name = 'OutdatedError'
}

/** So few that reading them takes the server milliseconds, and that no import waits for the locks of the query. */
const providersPerRead = 5_000
/** With more providers at one latitude, to a hundredth of a degree, sorting them for each part takes too long. */
const mostPerBand = 100_000

const bandsPerDegree = 100
/** The number of the band of a latitude: there are 180 times as many as in a degree. */
const bandQuery = sql`width_bucket(latitude, -90, 90, 18000)`
const versionQuery = sql`(select version from directory_version) as version`

type Options = { version: number; mostProviders: number; signal: AbortSignal }

/**
 * Reads the visible providers of one version of the directory from south to north. Each query is short and says which version
 * it sees, instead of one long transaction: a change of the directory and its version are committed together.
 * Returns undefined for a directory that is too large.
 */
export async function buildProviderIndex(
  db: Database,
  { version, mostProviders, signal }: Options,
): Promise<ProviderIndex | undefined> {
  const read = async <Row extends Versioned>(row: Row, query: Sql) => {
    const seen = await queryRow(db, row, query, { signal, isPrepared: true })
    if (seen?.version !== version) throw new OutdatedError('The directory has changed.')
    return seen
  }
  const { bands } = await read(countRow, countQuery)
  const count = bands.reduce((sum, band) => sum + band.count, 0)
  if (count > mostProviders || bands.some((band) => band.count > mostPerBand)) return undefined
  const hashBytes = Math.max(1, ...bands.map((band) => band.hashBytes))
  const builder = createIndexBuilder(count, hashBytes)
  for (const part of listParts(bands)) {
    const { providers } = await read(partRow, partQuery(part))
    for (const [network, type, country, hash, latitude, longitude] of providers)
      builder.add({ network, type, country, hash, latitude, longitude })
  }
  return builder.finish()
}

const versioned = z.object({ version: z.number() })
type Versioned = typeof versioned

const band = z.object({ band: z.number(), count: z.number(), hashBytes: z.number() })
const countRow = versioned.extend({ bands: z.array(band) })
type Band = z.infer<typeof band>

const countQuery = sql`
  select ${versionQuery}, coalesce(json_agg(counted order by band), '[]') as bands
    from (select ${bandQuery} as band, count(*)::int as count, max(octet_length(hash)) as "hashBytes"
            from provider
           where not hidden
           group by band) as counted`

/** The providers of some bands of latitudes, or some of those of one band. */
type Part = { from: number; to: number; offset: number }

function listParts(bands: readonly Band[]): Part[] {
  const combined: { from: number; to: number; count: number }[] = []
  for (const { band, count } of bands) {
    const last = combined.at(-1)
    if (last && last.count + count <= providersPerRead) {
      last.to = band
      last.count += count
    } else combined.push({ from: band, to: band, count })
  }
  return combined.flatMap(({ from, to, count }) =>
    Array.from({ length: Math.ceil(count / providersPerRead) }, (_, at) => ({
      from,
      to,
      offset: at * providersPerRead,
    })),
  )
}

const text = z.string()
const partRow = versioned.extend({
  providers: z.array(z.tuple([text, text, text, text, z.number(), z.number()])),
})

/**
 * The providers of a part, in the order of their latitudes, and of the results for those at one point. The boxes, a little
 * larger, only help to find them.
 */
function partQuery({ from, to, offset }: Part): Sql {
  const [south, north] = [from - 1, to].map((band) => mercator(band / bandsPerDegree - 90))
  return sql`
    select ${versionQuery},
           coalesce(json_agg(json_build_array(network_code, provider_type_id, country_id, hash, latitude, longitude)), '[]')
             as providers
      from (select network_code, provider_type_id, country_id, hash, latitude, longitude
              from provider
             where not hidden
               and location <@ box(point(-181, ${(south ?? 0) - 1e-6}::float8), point(181, ${(north ?? 0) + 1e-6}::float8))
               and ${bandQuery} between ${from}::int and ${to}::int
             order by latitude, longitude, preferred desc, name collate "und-x-icu", hash, network_code
             limit ${providersPerRead}::int
            offset ${offset}::int) as part`
}
