import type { Point } from '#geography/contract.ts'

/** The center of a search, its precision and its name. */
export type Center = Pick<Point, 'latitude' | 'longitude' | 'precision' | 'label'>

/**
 * The circle of a search: its center in degrees and its radius in kilometers; radius 0 means only the center.
 */
export type Circle = Center & { radius: number }
