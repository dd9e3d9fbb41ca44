import type { LocatedRow } from './provider-row.ts'

const strips = 1024
const steps = 4096

/**
 * A whole number, below 2³², by which neighbours are stored together: type, then strips a quarter of a degree
 * (28 km) high, then longitude along the strip.
 */
export function spatialOrder({ typePosition, latitude, longitude }: LocatedRow): number {
  const strip = Math.floor((latitude + 90) * 4)
  const along = Math.min(steps - 1, Math.floor(((longitude + 180) / 360) * steps))
  return ((typePosition % 1024) * strips + strip) * steps + along
}
