import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/db/database.ts'

/** An airport, a neighborhood, a region or a hospital that people name instead of a city, with the ZIP that it means. */
export type Landmark = { name: string; zipCode: string }
/** The landmarks by the key of each of their names. */
export type Landmarks = ReadonlyMap<string, Landmark>

const file = new URL('../../../../data/geography/landmarks.csv', import.meta.url)
const rows = z.array(z.object({ names: z.string(), zip_code: z.string() }))

export async function readLandmarks(db: Database): Promise<Landmarks> {
  const listed = rows.parse(parse(await readFile(file), { columns: true }))
  const named = listed.flatMap(({ names, zip_code: zipCode }) => {
    const typedNames = names.split('|')
    const landmark = { name: typedNames[0] ?? '', zipCode }
    return typedNames.map((typed) => ({ typed, landmark }))
  })
  const found = await queryRow(
    db,
    z.object({ keys: z.array(z.string()) }),
    sql`
    select array_agg(place_key(name) order by position) as keys
      from unnest(${named.map(({ typed }) => typed)}::text[]) with ordinality as given (name, position)`,
  )
  return new Map(named.map(({ landmark }, at) => [found?.keys[at] ?? '', landmark]))
}
