import fc from 'fast-check'
import type { Config } from '#platform/config/settings.ts'
import { execute, sql } from '#platform/db/database.ts'
import {
  createProviderTable,
  writeDefinition,
  writeNetwork,
} from '#provider-search/server/directory/directory-store.ts'
import { openPortal } from './portal-fixture.ts'

export const scatteredTypes = ['282N00000X', '261QU0200X', '207Q00000X'] as const
export const scatteredNetworks = ['wideWorld', 'otherWorld'] as const

export type ScatteredRow = {
  hash: string
  network: string
  type: string
  name: string
  preferred: boolean
  latitude: number
  longitude: number
}
/** Opens a portal with a search definition "world" of two networks, and with this many providers. */
export async function openScatteredWorld(rows: number, settings: Partial<Config> = {}) {
  const portal = await openPortal({ RATE_LIMIT_PER_MINUTE: 1_000_000, ...settings })
  const { owner } = portal.databaseContext
  for (const code of scatteredNetworks) {
    await writeNetwork(owner, {
      code,
      label: code,
      family: 'domestic',
      showsTaxId: false,
      offersEmail: false,
    })
    await createProviderTable(owner, code)
  }
  await writeDefinition(owner, {
    key: 'world',
    code: 'world',
    name: 'World',
    title: 'World',
    access: 'public',
    unit: 'km',
    isVOB: false,
    feedback: false,
    networks: [...scatteredNetworks],
    messages: {},
  })
  const world = scattered(rows)
  await execute(owner, insertQuery(world))
  return { portal, world }
}

/** A part of one, from -1 to 1. */
export const part = fc
  .integer({ min: -1_000_000, max: 1_000_000 })
  .map((millionths) => millionths / 1_000_000)

/** Generates a fixed data set: clusters, lone points, shared points, the antimeridian and the poles. */
function scattered(count: number): ScatteredRow[] {
  const centers = [
    [25.8, -80.2],
    [40.7, -74],
    [-17.8, 179.9],
    [-16.5, -179.8],
    [89.7, 10],
    [-89.95, 0],
    [64.1, -21.9],
    [0, 0],
    [51.5, 0],
  ]
  const [made] = fc.sample(
    fc.array(fc.tuple(fc.nat(centers.length), part, part, fc.nat(5), fc.nat(3), fc.boolean()), {
      minLength: count,
      maxLength: count,
      size: 'max',
    }),
    { seed: 7, numRuns: 1 },
  )
  return (made ?? []).map(([cluster, x, y, spread, kind, preferred], index) => {
    const [latitude, longitude] = placed(centers[cluster], x, y, spread)
    return {
      hash: `h${index}`,
      network: scatteredNetworks[kind % 2] ?? scatteredNetworks[0],
      type: scatteredTypes[kind % scatteredTypes.length] ?? scatteredTypes[0],
      name: `Clinic ${index % 40}`,
      preferred,
      latitude,
      longitude,
    }
  })
}

function placed(center: number[] | undefined, x: number, y: number, spread: number): [number, number] {
  if (!center) return [y * 90, x * 180]
  const [latitude = 0, longitude = 0] = center
  const width = [0, 0.02, 0.2, 0.5, 1, 3][spread] ?? 1
  return [Math.max(-90, Math.min(90, latitude + y * width)), wrapped(longitude + x * width)]
}

/** A longitude from -180 to 180. */
export const wrapped = (longitude: number) => ((longitude + 540) % 360) - 180

function insertQuery(all: ScatteredRow[]) {
  const column = <Key extends keyof ScatteredRow>(key: Key) => all.map((row) => row[key])
  return sql`
    insert into provider (network_code, hash, roster_id, name, country_id, provider_type_id, preferred,
                          latitude, longitude, located_by, provider_json)
    select network, hash, hash, name, 'US', type, preferred, latitude, longitude, 'roster',
           '{"hash":"' || hash || '"'
      from unnest(${column('network')}::text[], ${column('hash')}::text[], ${column('name')}::text[],
                  ${column('type')}::text[], ${column('preferred')}::boolean[],
                  ${column('latitude')}::float8[], ${column('longitude')}::float8[])
        as made (network, hash, name, type, preferred, latitude, longitude)`
}
