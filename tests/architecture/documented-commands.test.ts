import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  type DocumentedCommand,
  documentedCommands,
  guides,
  hasUnnamedCommands,
  parseCommands,
} from '#test-support/documented-commands.ts'
import { listed } from '../../scripts/readme.ts'
import { elsewhere, findElsewhere } from '../resilience/documented-commands/elsewhere.ts'
import { order } from '../resilience/documented-commands/plan.ts'
import { preparations } from '../resilience/documented-commands/preparations.ts'
import { root } from './source.ts'

const commands = documentedCommands()
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** A command that neither a test nor the scenario `documented-commands` runs, and that has no reason for it. */
const isForgotten = (command: DocumentedCommand) =>
  !findElsewhere(command) && !order.some(({ document, section }) => document === command.document && !section)

test('every command of the guides is in a step of the scenario, in another test, or has a reason', () => {
  expect(commands.length).toBeGreaterThan(200)
  expect(commands.filter(isForgotten).map(({ document, text }) => `${document}: ${text}`)).toEqual([])
})

test('detects a command that is in none of them', () => {
  const [command] = parseCommands('docs/pigeons.md', '# Pigeons\n\n```sh\nportal pigeons list\n```\n')
  expect(command && isForgotten(command)).toBe(true)
})

test('the table of commands that run elsewhere, the steps and the preparations name only commands of the guides', () => {
  const isIn = (document: string, start: string) =>
    commands.some((each) => each.document === document && each.text.startsWith(start))
  const unknown = elsewhere.flatMap((entry) => entry.commands.filter((start) => !isIn(entry.document, start)))
  const steps = order.filter(
    ({ document, section }) =>
      !commands.some((each) => each.document === document && each.section === (section ?? each.section)),
  )
  const unused = preparations.filter(
    ([start, { section }]) =>
      !commands.some((each) => each.text.startsWith(start) && each.section === (section ?? each.section)),
  )
  expect({ unknown, steps, unused }).toEqual({ unknown: [], steps: [], unused: [] })
})

test('the tests and scenarios that run commands elsewhere exist', () => {
  const missing = elsewhere.filter((entry) => {
    if ('reason' in entry) return entry.reason.length < 20
    if ('test' in entry)
      return !existsSync(resolve(root, entry.test)) || !read(entry.test).includes(entry.title)
    const isListed = listed('test:resilience').some(({ name }) => name === entry.scenario)
    return !isListed || !read(entry.file).includes(entry.words)
  })
  expect(missing).toEqual([])
})

test('every block with commands names its language', () => {
  expect(guides.filter((path) => hasUnnamedCommands(read(path)))).toEqual([])
  expect(hasUnnamedCommands('```\nnpm start\n```\n')).toBe(true)
})

test('joins the lines of a command and leaves out settings and comments', () => {
  const block =
    "```sh\nPORT=1\n# a comment\nls |\n  cat\ncat > f <<'END'\na\nEND\nnpm test   # all\nA=1 portal start\n```\n"
  expect(parseCommands('x', block).map(({ text }) => text)).toEqual([
    'ls |\n  cat',
    "cat > f <<'END'\na\nEND",
    'npm test',
    'A=1 portal start',
  ])
})
