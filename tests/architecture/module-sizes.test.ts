import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root, ships, sources } from './source.ts'

const minAverageLines = 100
const minMedianLines = 80
const maxFilesInFolder = 20

const modules = sources().filter((source) => ships(source))

const lines = modules.map(({ text }) => text.trimEnd().split('\n').length).sort((one, other) => one - other)

test(`source files have at least ${minAverageLines} lines on average`, () => {
  const total = lines.reduce((sum, count) => sum + count, 0)
  expect(total / lines.length).toBeGreaterThanOrEqual(minAverageLines)
})

test(`half of the source files have at least ${minMedianLines} lines`, () => {
  expect(lines[Math.floor(lines.length / 2)]).toBeGreaterThanOrEqual(minMedianLines)
})

test(`no folder has more than ${maxFilesInFolder} loose source files`, () => {
  const folders = Map.groupBy(modules, ({ path }) => dirname(path))
  const large = [...folders].filter(([, files]) => files.length > maxFilesInFolder)
  expect(large.map(([folder, { length }]) => `${folder}: ${length} files`)).toEqual([])
})

/** The login, and what decides whether it may check a password: queues, delays and device cookies (decision 36). */
const loginFiles = ['password-attempts.ts', 'login-throttle.ts', 'device-cookies.ts']
const maxLoginLines = 250

test(`the login of members and its limits have at most ${maxLoginLines} lines`, () => {
  const files = loginFiles.map((file) =>
    readFileSync(resolve(root, 'src/features/members/server', file), 'utf8'),
  )
  const counted = files.map((text) => text.trimEnd().split('\n').length)
  expect(counted.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(maxLoginLines)
})

/** The flows of docs/ARCHITECTURE.md and how many files their main lines may have. */
const flows = [
  ['a search', 30],
  ['a decision', 14],
  ['an undo and of the feed for the back office', 10],
  ['a document', 18],
  ["a bill's PDF", 11],
] as const

test.each(flows)('the main line of %s is complete and has at most %i files', (flow, maxLength) => {
  const files = readMainLine(flow)
  expect(files.length).toBeGreaterThan(1)
  expect(files.length).toBeLessThanOrEqual(maxLength)
  expect(files.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
  expect(files.slice(1).filter((file, index) => !isLinked(file, files.slice(0, index + 1)))).toEqual([])
})

const guide = readFileSync(resolve(root, 'docs/ARCHITECTURE.md'), 'utf8')

test('the files that the main lines leave out exist', () => {
  const [, leftOut = ''] = /files of the path are left out:\n\n((?:- .*\n)+)/.exec(guide) ?? []
  const names = [...leftOut.matchAll(/`([^`]+\.tsx?)`/g)].map(([, name = '']) => basename(name))
  const known = new Set(modules.map(({ path }) => basename(path)))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

/** The files that docs/ARCHITECTURE.md lists for a flow, in their order. */
function readMainLine(flow: string): string[] {
  const [, block = ''] = new RegExp(`Main line of ${flow}:\\n\\n\`\`\`\\n([^\`]*)\`\`\``).exec(guide) ?? []
  return block.split('\n').flatMap((line) => line.trim().split(/\s+/)[0] || [])
}

/** Whether a file imports one of the files before it, or one of them imports the file. */
function isLinked(file: string, before: readonly string[]): boolean {
  return before.some((other) => imports(file, other) || imports(other, file))
}

function imports(file: string, target: string): boolean {
  const text = readFileSync(resolve(root, file), 'utf8')
  const name = target.replace(/^src\/(features\/)?/, '#')
  const paths = [...text.matchAll(/(?:from|import\(|new URL\()\s*'([^']+)'/g)].map(([, path = '']) => path)
  return paths.some((path) => path === name || resolve(root, dirname(file), path) === resolve(root, target))
}
