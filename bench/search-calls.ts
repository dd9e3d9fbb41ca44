import autocannon, { type Result } from 'autocannon'
import { searchProviders } from '#provider-search/contract.ts'
import type { PointSearch } from './searches.ts'
import type { Timing } from './timing.ts'

const seconds = 10

/** Asks a running portal for searches over HTTP, from so many clients at once, and keeps asking for ten seconds. */
export async function timedCalls(
  name: string,
  origin: string,
  searches: readonly PointSearch[],
  clients: number,
): Promise<Timing> {
  const times: number[] = []
  const { errors, timeouts, duration } = await new Promise<Result>((resolve, reject) => {
    const load = autocannon(
      { url: origin, connections: clients, duration: seconds, requests: searches.map(requestOf) },
      (error, result) => (error ? reject(error) : resolve(result)),
    )
    load.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) times.push(milliseconds)
      else reject(new Error(`A search was answered with ${status}.`))
    })
  })
  if (errors + timeouts > 0) throw new Error(`${errors} calls failed, ${timeouts} took too long.`)
  return { name, times, atOnce: clients, perSecond: times.length / duration }
}

/** How many bytes the answers of a hundred searches have on average. */
export async function responseBytes(origin: string, searches: readonly PointSearch[]): Promise<number> {
  let bytes = 0
  const some = searches.slice(0, 100)
  for (const search of some) {
    const { path, ...request } = requestOf(search)
    const answer = await fetch(`${origin}${path}`, request)
    bytes += (await answer.arrayBuffer()).byteLength
  }
  return Math.round(bytes / some.length)
}

function requestOf({ networkCode, ...body }: PointSearch) {
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
