import { lastLandZoom } from '#geography/base-map-zooms.ts'

/**
 * A bitmap that distinguishes land from sea for tiles without a shore: one bit for each tile at the last zoom
 * with land tiles.
 */
export type Inland = Uint8Array

const perSide = 2 ** lastLandZoom

/** Creates a bitmap that marks every tile as sea. */
export const emptyInland = (): Inland => new Uint8Array(perSide ** 2 / 8)

/**
 * Whether a tile without a shore is land, judged by the first tile that it covers at the last zoom with land
 * tiles.
 */
export function isInland(inland: Inland, { z, x, y }: { z: number; x: number; y: number }): boolean {
  const [byte, bit] = bitPosition(x << (lastLandZoom - z), y << (lastLandZoom - z))
  return ((inland[byte] ?? 0) & bit) > 0
}

/** Marks a tile at the last zoom with land tiles as land. */
export function markInland(inland: Inland, x: number, y: number) {
  const [byte, bit] = bitPosition(x, y)
  inland[byte] = (inland[byte] ?? 0) | bit
}

function bitPosition(x: number, y: number): [byte: number, bit: number] {
  const at = y * perSide + x
  return [at >> 3, 1 << (at & 7)]
}
