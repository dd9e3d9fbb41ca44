import type { ReportRun } from '../contract.ts'

/** Whether the run is still in progress. */
export const isInProgress = ({ state }: Pick<ReportRun, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/**
 * Returns the polling interval in milliseconds after a number of responses: one second at first, up to ten.
 */
export const pollInterval = (answers: number): number =>
  Math.min(1000 * 1.15 ** Math.max(answers - 5, 0), 10_000)

/** Returns the progress in whole percent, which reaches 100 only with the last row. */
export const progressPercent = ({ rowsDone, rows }: Pick<ReportRun, 'rowsDone' | 'rows'>): number =>
  rows > 0 ? Math.floor((100 * Math.min(rowsDone, rows)) / rows) : 0
