// Everything that has to hold, in one run: `npm test`.

import { run, type Step } from './step.ts'
import { type Counts, countsOf, noCounts, sumOf } from './test-counts.ts'

const bin = (name: string) => `node_modules/.bin/${name}`

const looks: Step[] = [
  { name: 'typecheck', words: [bin('tsc'), '--noEmit', '--pretty', 'false'] },
  {
    name: 'lint',
    words: [bin('biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
  },
  {
    name: 'architecture',
    words: [bin('depcruise'), 'src', 'tests/support', 'tools', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'dead code', words: [bin('knip'), '--no-progress'] },
]

const tests: Step[] = [
  {
    name: 'architecture, unit and server tests',
    words: [
      bin('vitest'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      '--outputFile.json=test-results/vitest.json',
    ],
    report: 'test-results/vitest.json',
  },
  { name: 'browser tests', words: [bin('playwright'), 'test'], report: 'test-results/playwright.json' },
]

process.exitCode = await runAll()

async function runAll(): Promise<0 | 1> {
  const began = performance.now()
  let counts = noCounts
  let holds = (await Promise.all(looks.map(run))).every(Boolean)
  for (const step of holds ? tests : []) {
    holds = await run(step)
    counts = sumOf(counts, countsOf(step.report))
    if (!holds) break
  }
  say(counts, holds, performance.now() - began)
  return holds ? 0 : 1
}

function say({ passed, failed, skipped }: Counts, holds: boolean, ms: number) {
  const failures = holds ? failed : Math.max(failed, 1)
  const left =
    skipped > 0 ? `${skipped} skipped: they need the public files that the README names (SHARED_DATA). ` : ''
  console.log(`\n${left}It took ${Math.round(ms / 1000)} s.`)
  console.log(`${passed} passed, ${failures} failed`)
}
