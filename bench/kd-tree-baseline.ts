import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import type { PointSearch } from './searches.ts'

type Point = { latitude: number; longitude: number }
const group = z.object({
  name: z.string(),
  points: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
})

/**
 * Builds an in-memory k-d tree for each network and type. Its searches return only provider indexes, which
 * shows the upper limit of speed.
 */
export async function buildKdTrees(db: Database): Promise<(search: PointSearch) => number[]> {
  const trees = new Map<string, KDBush>()
  for (const { name, points } of await queryRows(db, group, groups)) trees.set(name, createTree(points))
  return ({ networkCode, providerType, latitude, longitude, rangeInKM }) => {
    const tree = trees.get(`${networkCode} ${providerType}`)
    return tree ? around(tree, longitude, latitude, 251, rangeInKM) : []
  }
}

function createTree(points: Point[]): KDBush {
  const tree = new KDBush(points.length)
  for (const { longitude, latitude } of points) tree.add(longitude, latitude)
  return tree.finish()
}

const groups = sql`
  select network_code || ' ' || provider_type_id as name,
         json_agg(json_build_object('latitude', latitude, 'longitude', longitude)) as points
    from provider
   group by network_code, provider_type_id`
