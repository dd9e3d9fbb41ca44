import { now } from './clock.ts'

/** The whole minutes from one instant to another, rounded down; negative if the other is earlier. */
export const minutesBetween = (from: Date | string | number, to: Date | string): number =>
  Math.floor((new Date(to).getTime() - new Date(from).getTime()) / 60_000)

/** The whole minutes since an instant; 0 for one in the future. */
export const minutesSince = (instant: Date): number => Math.max(0, minutesBetween(instant, now()))

/** Formats seconds as minutes and seconds: "1:05". */
export const formatCountdown = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
