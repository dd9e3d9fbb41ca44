import type { LocatedRow } from './provider-row.ts'

const strips = 1024
const steps = 4096

/**
 * A sort key below 2³² that stores neighbors together: type, then strips of latitude a quarter of a degree (28 km)
 * high, then longitude within the strip.
 */
export function spatialOrder({ typePosition, latitude, longitude }: LocatedRow): number {
  const strip = Math.floor((latitude + 90) * 4)
  const along = Math.min(steps - 1, Math.floor(((longitude + 180) / 360) * steps))
  return ((typePosition % 1024) * strips + strip) * steps + along
}
