import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '../tests/architecture/source.ts'

export type Counts = { passed: number; failed: number; skipped: number }

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 }

export const addCounts = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

/** Reads the test counts from a Vitest or Playwright report; all zero without a report. */
export function readCounts(report: string | undefined): Counts {
  if (!report || !existsSync(resolve(root, report))) return noCounts
  const { stats, ...vitest } = JSON.parse(readFileSync(resolve(root, report), 'utf8'))
  if (stats) return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
  return {
    passed: vitest.numPassedTests,
    failed: vitest.numFailedTests,
    skipped: vitest.numPendingTests + vitest.numTodoTests,
  }
}
