import type { Point } from '#geography/contract.ts'

/** The point that a search goes around, how exact it is, and what it is called. */
export type Center = Pick<Point, 'latitude' | 'longitude' | 'precision' | 'label'>

/** The circle a search went round: degrees, and kilometres; without a radius the point alone. */
export type Circle = Center & { radius: number }
