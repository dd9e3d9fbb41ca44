import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { root } from '../tests/architecture/source.ts'

const run = promisify(execFile)

/** Commands that a contributor types, with arguments that keep the runs short, and what they print. */
const shortRuns = [
  { command: 'format', args: ['--colors=off'], prints: 'No fixes applied' },
  { command: 'generate', args: ['--check'], prints: '' },
  { command: 'bench', args: [], prints: 'bench -- search' },
  { command: 'test:resilience', args: [], prints: 'restore' },
  { command: 'portal', args: ['--help'], prints: 'Usage' },
]

/** Commands whose test is elsewhere: in `npm test` itself, in a browser test or in a scenario. */
const runsElsewhere: Record<string, string> = {
  typecheck: 'scripts/check.ts',
  lint: 'scripts/check.ts',
  'test:unit': 'scripts/check.ts',
  'test:e2e': 'scripts/check.ts',
  dev: 'tests/e2e/development.e2e.ts',
  start: 'tests/resilience/fresh-clone.ts',
  release: 'tests/resilience/release.ts',
  test: '.ci/run',
}

test.each(shortRuns)('npm run $command succeeds', async ({ command, args, prints }) => {
  const { stdout, stderr } = await run('npm', ['run', command, '--', ...args], { cwd: root })
  expect(stdout + stderr).toContain(prints)
})

describe.each(['CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/glossary.md', 'compose.yaml'])(
  '%s',
  (path) => {
    test('names only commands that a test runs', () => {
      const named = [...read(path).matchAll(/npm (?:run )?(start|test|[\w:-]+)(?=[\s`]|$)/gm)].map(
        ([, name = '']) => name,
      )
      const tested = [...shortRuns.map(({ command }) => command), ...Object.keys(runsElsewhere)]
      expect(named.filter((name) => !tested.includes(name))).toEqual([])
    })
  },
)

test.each(Object.entries(runsElsewhere))('%s runs in %s', (command, path) => {
  expect(read(path)).toMatch(new RegExp(`'${command}'|npm ${command}|scripts/${command}\\.ts`))
})

function read(path: string): string {
  return readFileSync(resolve(root, path), 'utf8')
}
