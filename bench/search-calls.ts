import autocannon, { type Result } from 'autocannon'
import { searchProviders } from '#provider-search/contract.ts'
import type { PointSearch } from './searches.ts'
import type { Timing } from './timing.ts'

const seconds = 10

/**
 * Sends searches over HTTP to a running portal from this many concurrent clients for ten seconds. Each client repeats a share
 * of its own.
 */
export async function measureSearches(
  name: string,
  origin: string,
  searches: readonly PointSearch[],
  clients: number,
): Promise<Timing> {
  const times: number[] = []
  const requests = searches.map(toRequest)
  let begun = 0
  const { errors, timeouts, duration } = await new Promise<Result>((resolve, reject) => {
    const load = autocannon(
      {
        url: origin,
        connections: clients,
        duration: seconds,
        setupClient(client) {
          const each = Math.ceil(requests.length / clients)
          client.setRequests(requests.slice(begun * each, (begun + 1) * each))
          begun += 1
        },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    load.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) times.push(milliseconds)
      else reject(new Error(`A search returned ${status}.`))
    })
  })
  if (errors + timeouts > 0) throw new Error(`${errors} requests failed, ${timeouts} timed out.`)
  return { name, times, concurrency: clients, perSecond: times.length / duration }
}

/** The average response size of a hundred searches, in bytes. */
export async function responseBytes(origin: string, searches: readonly PointSearch[]): Promise<number> {
  let bytes = 0
  const some = searches.slice(0, 100)
  for (const search of some) {
    const { path, ...request } = toRequest(search)
    const response = await fetch(`${origin}${path}`, request)
    bytes += (await response.arrayBuffer()).byteLength
  }
  return Math.round(bytes / some.length)
}

function toRequest({ networkCode, ...body }: PointSearch) {
  return {
    method: 'POST' as const,
    path: searchProviders.path,
    headers: {
      'content-type': 'application/json',
      'provider-code': body.providerSearchCode,
      'provider-type': networkCode,
    },
    body: JSON.stringify(body),
  }
}
