import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { now } from '#platform/contract/clock.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import { endConnection } from '#platform/server/pg-client.ts'
import { domesticStates } from '../rules.ts'
import { derivations, tables } from './derive-place-tables.ts'

const folder = new URL('../../../../data/geography/', import.meta.url)

/** Each file in data/geography and the table that it is loaded into. */
const files = [
  ['countries.csv.gz', 'raw_country (id, name)'],
  ['country-names.csv', 'raw_country_name (country_id, name)'],
  ['states.csv.gz', 'raw_state (id, country_id, name)'],
  ['state-names.csv', 'raw_state_name (state_id, name, abbreviation)'],
  ['state-aliases.csv', 'raw_state_alias (state_id, kind, name)'],
  ['cities.csv.gz', 'city (id, name, country_id, state_id, population, latitude, longitude)'],
  ['city-names.csv', 'raw_city_name (name, city, country_id)'],
  ['postal-codes.csv.gz', 'postal_code (id, city, county, country_id, state_id, latitude, longitude)'],
] as const

/** Loads the geography data in one transaction, unless the current files are already loaded. */
export async function loadGeography({ connect }: Pick<DatabaseContext, 'connect'>): Promise<void> {
  const client = await connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('geography'))`)
    const hash = await hashFiles()
    if (hash !== (await readLoadedHash(client))) await load(client, hash)
    await client.query('commit')
  } finally {
    await endConnection(client)
  }
}

async function hashFiles() {
  const hash = createHash('sha256').update(JSON.stringify([domesticStates, tables, derivations]))
  for (const [file] of files) hash.update(await readFile(new URL(file, folder)))
  return hash.digest('hex')
}

async function readLoadedHash(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(`select hash from loaded_dataset where name = 'geography'`)
  return rows[0]?.hash
}

async function load(client: pg.Client, hash: string) {
  await client.query(tables)
  for (const [file, target] of files) await copy(client, file, target)
  await client.query(derivations)
  await client.query(
    `update state set list_order = position, show_disclaimer = shows
       from unnest($1::text[], $2::boolean[]) with ordinality as listed (id, shows, position)
      where state.id = listed.id`,
    [domesticStates.map(({ id }) => id), domesticStates.map(({ showDisclaimer }) => showDisclaimer)],
  )
  await client.query(
    `insert into loaded_dataset (name, hash, loaded_at) values ('geography', $1, $2)
     on conflict (name) do update set hash = excluded.hash, loaded_at = excluded.loaded_at`,
    [hash, now()],
  )
}

async function copy(client: pg.Client, file: string, target: string) {
  const source = createReadStream(new URL(file, folder))
  const sink = client.query(copyFrom(`copy ${target} from stdin with (format csv, header true)`))
  if (file.endsWith('.gz')) await pipeline(source, createGunzip(), sink)
  else await pipeline(source, sink)
}
