// Runs the full check suite: `npm test`.

import { run, type Step } from './step.ts'
import { addCounts, type Counts, noCounts, readCounts } from './test-counts.ts'

const bin = (name: string) => `node_modules/.bin/${name}`
const npmRun = (script: string, ...options: string[]) => ['npm', 'run', '--silent', script, '--', ...options]

const staticChecks: Step[] = [
  { name: 'typecheck', words: npmRun('typecheck', '--pretty', 'false') },
  { name: 'lint', words: npmRun('lint', '--colors=off') },
  {
    name: 'architecture',
    words: [bin('depcruise'), 'src', 'tests/support', 'tools', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'dead code', words: [bin('knip'), '--no-progress'] },
]

/**
 * These run at the same time: alone, each leaves the processor idle while its tests wait. Browser tests come first, because
 * some watch the clock or the first moments of a page. See decision 17.
 */
const tests: Step[] = [
  {
    name: 'architecture, unit and server tests',
    words: npmRun(
      'test:unit',
      '--maxWorkers=3',
      '--reporter=dot',
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
    ),
    report: 'test-results/vitest.json',
    isPatient: true,
  },
  { name: 'browser tests', words: npmRun('test:e2e'), report: 'test-results/playwright.json' },
]

process.exitCode = await runAll()

async function runAll(): Promise<0 | 1> {
  const began = performance.now()
  const isReady = await runTogether(staticChecks)
  const passes = isReady && (await runTogether(tests))
  const counts = isReady ? tests.map(({ report }) => readCounts(report)).reduce(addCounts) : noCounts
  printSummary(counts, passes, performance.now() - began)
  return passes ? 0 : 1
}

/** Runs steps at the same time. Returns whether all passed. */
async function runTogether(steps: Step[]): Promise<boolean> {
  return (await Promise.all(steps.map(run))).every(Boolean)
}

function printSummary({ passed, failed, skipped }: Counts, passes: boolean, ms: number) {
  const failures = passes ? failed : Math.max(failed, 1)
  if (skipped > 0) console.log(`\n${skipped} skipped (SHARED_DATA not found; see the README)`)
  console.log(`\nFinished in ${Math.round(ms / 1000)} s`)
  console.log(`${passed} passed, ${failures} failed`)
}
