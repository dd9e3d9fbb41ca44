import type { Point } from '#geography/contract.ts'

/** The center of a search, its precision and its name. */
export type Center = Pick<Point, 'latitude' | 'longitude' | 'precision' | 'label'>

/** The circle of a search in degrees and kilometers; radius 0 means the point only. */
export type Circle = Center & { radius: number }
