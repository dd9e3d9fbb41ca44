import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { copyInto } from '#platform/db/copy-into.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { type DatabaseContext, inImportSession } from '#platform/db/database-context.ts'
import { domesticStates } from '../rules.ts'

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
  [
    'postal-codes-abroad.csv.gz',
    'postal_code_abroad (country_id, key, code, place, state_id, latitude, longitude, radius_km)',
  ],
] as const

/**
 * Loads the geography data in one transaction, unless the current files are already loaded. The files ship with the
 * portal, so unlike the rows of an import, theirs are copied as they are.
 */
export function loadGeography(context: Pick<DatabaseContext, 'connect' | 'owner'>): Promise<void> {
  return inImportSession(context, ({ client, db, transaction }) =>
    transaction(async () => {
      await execute(db, sql`select pg_advisory_xact_lock(hashtext('geography'))`)
      const hash = await hashFiles()
      if (hash === (await readLoadedHash(db))) return
      await client.query(tables)
      for (const [file, target] of files) await copy(client, file, target)
      await client.query(derivations)
      await finishLoading(db, hash)
    }),
  )
}

async function hashFiles() {
  const hash = createHash('sha256').update(JSON.stringify([domesticStates, tables, derivations]))
  for (const [file] of files) hash.update(await readFile(new URL(file, folder)))
  return hash.digest('hex')
}

async function readLoadedHash(db: Database): Promise<string | undefined> {
  const loaded = z.object({ hash: z.string() })
  return (await queryRow(db, loaded, sql`select hash from loaded_dataset where name = 'geography'`))?.hash
}

/** Orders the domestic states, and stores what has been loaded. */
async function finishLoading(db: Database, hash: string) {
  await execute(
    db,
    sql`
    update state set list_order = position, show_disclaimer = shows
      from unnest(${domesticStates.map(({ id }) => id)}::text[],
                  ${domesticStates.map(({ showDisclaimer }) => showDisclaimer)}::boolean[])
           with ordinality as listed (id, shows, position)
     where state.id = listed.id`,
  )
  await execute(
    db,
    sql`
    insert into loaded_dataset (name, hash, loaded_at) values ('geography', ${hash}, ${now()})
    on conflict (name) do update set hash = excluded.hash, loaded_at = excluded.loaded_at`,
  )
}

function copy(client: pg.Client, file: string, table: string) {
  const source = createReadStream(new URL(file, folder))
  const rows = file.endsWith('.gz') ? source.compose(createGunzip()) : source
  return copyInto(client, { table, options: 'format csv, header true' }, rows)
}

/** Empties the place tables and creates the staging tables. */
const tables = `
  truncate country, state, city, postal_code, postal_code_abroad, country_name, state_name, state_alias, city_name;
  create temporary table raw_country (id text, name text) on commit drop;
  create temporary table raw_country_name (country_id text, name text) on commit drop;
  create temporary table raw_state (id text, country_id text, name text) on commit drop;
  create temporary table raw_state_name (state_id text, name text, abbreviation text) on commit drop;
  create temporary table raw_state_alias (state_id text, kind text, name text) on commit drop;
  create temporary table raw_city_name (name text, city text, country_id text) on commit drop;
`

const countriesAndStates = `
  insert into country (id, name, has_states)
  select id, name, exists (select from raw_state where country_id = raw_country.id)
    from raw_country;

  -- The armed forces' states have ZIPs but no places.
  insert into state (id, country_id, name, abbreviation)
  select id, country_id, coalesce(raw_state.name, given.name),
         coalesce(given.abbreviation,
                  case when country_id = 'US' then id
                       when country_id = 'CH' then split_part(id, '-', 2) end)
    from (select id, country_id, name from raw_state
           union all
          select distinct state_id, 'US', null from raw_state_name where state_id in ('AA', 'AE', 'AP')) raw_state
    left join lateral (select name, abbreviation
                         from raw_state_name
                        where state_id = raw_state.id
                        order by abbreviation
                        limit 1) given on true;
`

const namesOfRegions = `
  insert into country_name (country_id, name)
  select country_id, name from raw_country_name
   union
  select id, unnest(array[id, name, replace(name, '&', 'and')]) from country;

  -- "St. Andrew Parish" is also "St. Andrew", "N.C." also "NC".
  insert into state_name (state_id, name)
  select state_id, name from raw_state_name
   union
  select id, name from state
   union
  select id, regexp_replace(name, ' (Parish|Province|County|Region|District|Department|Oblast|Governorate)$', '')
    from state
   union
  select id, unnest(array[abbreviation, regexp_replace(abbreviation, '(.)', '\\1.', 'g')])
    from state
   where abbreviation is not null;
`

const aliasesOfStates = `
  insert into state_alias (state_id, kind, name)
  select state_id, kind, raw_state_alias.name from raw_state_alias join state on state.id = state_id;
`

const namesOfCities = `
  insert into city_name (city_id, name)
  select largest.id, raw_city_name.name
    from raw_city_name
   cross join lateral (select id
                         from city
                        where country_id = raw_city_name.country_id
                          and key = place_key(raw_city_name.city)
                        order by population desc, id
                        limit 1) largest;

  -- A city that only ZIPs know lies at the mean of its ZIPs. The armed forces' post is no city.
  with known as materialized (
    select state_id, city.key from city where country_id = 'US'
     union
    select state_id, city_name.key from city_name join city on city.id = city_id where country_id = 'US'
  ), by_zip as materialized (
    select state_id, place_key(city) as key, min(city collate "C") as name,
           round(avg(latitude)::numeric, 5) as latitude, round(avg(longitude)::numeric, 5) as longitude
      from postal_code
     where country_id = 'US' and state_id not in ('AA', 'AE', 'AP')
     group by 1, 2
  )
  insert into city (id, name, country_id, state_id, population, latitude, longitude)
  select state_id || '-' || key, name, 'US', state_id, 0, latitude, longitude
    from by_zip
   where (state_id, key) not in (select state_id, key from known);

  -- "Biel/Bienne" is either; "München" is written "Muenchen" too.
  insert into city_name (city_id, name)
  select id, part
    from (select id, trim(regexp_replace(unnest(string_to_array(name, '/')), '\\(.*?\\)', '', 'g')) as part
            from city
           where name ~ '[/(]') parts
   where length(part) > 2;

  insert into city_name (city_id, name)
  select city_id, replace(replace(replace(replace(lower(name), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa')
    from (select id as city_id, name, country_id from city
           union all
          select city_id, city_name.name, country_id from city_name join city on city.id = city_id) named
   where country_id in ('AT', 'CH', 'DE', 'DK', 'FI', 'NO', 'SE')
     and name ~* '[äöüå]';
`

/** Fills the place tables from the staging tables, including derived names. */
const derivations =
  countriesAndStates +
  namesOfRegions +
  aliasesOfStates +
  namesOfCities +
  'analyze city (key, country_id, state_id), city_name (key), postal_code_abroad;'
