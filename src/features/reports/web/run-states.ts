import type { ReportRun } from '../contract.ts'

/** Whether there is still something to wait for. */
export const isUnderWay = ({ state }: Pick<ReportRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** How many ms to wait before asking again, after so many answers: a second at first, ten at last. */
export const pauseAfter = (answers: number): number =>
  Math.min(1000 * 1.15 ** Math.max(answers - 5, 0), 10_000)

/** How much of it is done, in whole percent; all of it only when it is. */
export const percentOf = ({ rowsDone, rows }: Pick<ReportRun, 'rowsDone' | 'rows'>): number =>
  rows > 0 ? Math.floor((100 * Math.min(rowsDone, rows)) / rows) : 0
