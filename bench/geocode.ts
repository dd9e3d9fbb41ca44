import { z } from 'zod'
import { fillEmptyPortal } from '#app/prepare-database.ts'
import { openServer } from '#app/server.ts'
import { geocode } from '#geography/contract.ts'
import { openLog } from '#platform/config/log.ts'
import { readConfig } from '#platform/config/settings.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { buildRequest } from '#platform/web/api-client.ts'
import { cloneDatabase, openTestServer } from '#test-support/database.ts'

const calls = 4000
const concurrency = 8

/** Prints the cost of a request to `/api/_gc` over HTTP for every form of address. */
export async function run() {
  const { server, close } = await openTestServer(fillEmptyPortal)
  const { databaseContext, drop } = await cloneDatabase(server)
  const config = { ...readConfig({}), RATE_LIMIT_PER_MINUTE: 1_000_000_000 }
  const app = await openServer({
    config,
    db: databaseContext.app,
    log: openLog('silent'),
    reasonToWait: () => undefined,
    pages: false,
  })
  try {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const addresses = await mixedAddresses(databaseContext.app)
    const ask = (address: string) => {
      const { url, init } = buildRequest(geocode as unknown as Endpoint, { address })
      return fetch(`${origin}${url}`, init)
    }
    await measureAddresses(addresses.slice(0, 500), 1, ask)
    report('one at a time', await measureAddresses(addresses, 1, ask))
    report(`${concurrency} at a time`, await measureAddresses(addresses, concurrency, ask))
  } finally {
    await app.close()
    await drop()
    await close()
  }
}

/** One fifth each: ZIP codes, "city, state", full addresses, foreign places and nonsense; the same in every run. */
async function mixedAddresses(db: Database): Promise<string[]> {
  const found = await queryRows(
    db,
    z.object({ address: z.string() }),
    sql`
    (select id as address from postal_code order by md5(id) limit ${calls / 5})
     union all
    (select city || ', ' || state_id from postal_code order by md5(id || 'a') limit ${calls / 5})
     union all
    (select right(id, 3) || ' Main Street, ' || city || ', ' || state_id || ' ' || id
       from postal_code order by md5(id || 'b') limit ${calls / 5})
     union all
    (select city.name || ', ' || country.name from city join country on country.id = country_id
      order by md5(city.id) limit ${calls / 5})
     union all
    (select md5(id) || ' ' || city || ' Street' from postal_code order by md5(id || 'c') limit ${calls / 5})`,
  )
  return found.map(({ address }) => address).toSorted((a, b) => hashOf(a) - hashOf(b))
}

const hashOf = (text: string) =>
  [...text].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) >>> 0, 7)

async function measureAddresses(
  addresses: string[],
  together: number,
  ask: (address: string) => Promise<Response>,
) {
  const waiting = addresses.values()
  const times: number[] = []
  const statuses = new Map<number, number>()
  const began = performance.now()
  const worker = async () => {
    for (const address of waiting) {
      const start = performance.now()
      const response = await ask(address)
      await response.text()
      times.push(performance.now() - start)
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: together }, worker))
  return { times: times.sort((a, b) => a - b), seconds: (performance.now() - began) / 1000, statuses }
}

function report(name: string, { times, seconds, statuses }: Awaited<ReturnType<typeof measureAddresses>>) {
  const at = (share: number) => `${times[Math.floor(times.length * share)]?.toFixed(2)} ms`
  const responses = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  console.log(
    `geocode, ${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, ${Math.round(times.length / seconds)} calls/s (${responses})`,
  )
}
