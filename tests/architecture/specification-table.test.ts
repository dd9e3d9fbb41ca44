import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root, type Source } from './source.ts'
import { nodesOf, type SyntaxNode, textOf } from './syntax.ts'

const table = readFileSync(resolve(root, 'docs/specification-and-tests.md'), 'utf8')
const threatModel = readFileSync(resolve(root, 'docs/threat-model.md'), 'utf8')

test('every test that the specification table names exists', () => {
  expect(testsNamedIn(table).filter((name) => !testExists(name))).toEqual([])
})

test('every row of the specification table names a test', () => {
  const rows = table.split('\n').filter((line) => /^\| (?!line|-)/.test(line))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([])
})

test('every threat of the threat model names tests, which exist', () => {
  const rows = threatModel.split('\n').filter((line) => /^\| (?!threat|-)/.test(line))
  expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([])
  expect(testsNamedIn(threatModel).filter((name) => !testExists(name))).toEqual([])
})

test('every data flow of the threat model has the six kinds of threats', () => {
  const kinds = [
    'Spoofing',
    'Tampering',
    'Repudiation',
    'Disclosure',
    'Denial of service',
    'Elevation of privilege',
  ]
  const flows = threatModel.split(/^## /m).slice(1)
  expect(flows.length).toBeGreaterThan(5)
  for (const flow of flows)
    expect([...flow.matchAll(/^\| ([A-Z][a-z ]+): /gm)].map(([, kind]) => kind)).toEqual(kinds)
})

test('the specification table has no row twice', () => {
  expect(findDuplicates(table)).toEqual([])
})

test('detects a row that is there twice', () => {
  expect(findDuplicates('| 1 | A. | x |\n| 2 | B. | x |\n| 1  | A.  | y |')).toEqual(['1 | A.'])
})

test('detects a test that does not exist', () => {
  expect(testExists('tests/architecture/specification-table.test.ts: pigs fly')).toBe(false)
  expect(testExists('tests/architecture/nowhere.test.ts: a missing test')).toBe(false)
})

/** The rows that have the same line number and sentence as an earlier one. */
function findDuplicates(text: string): string[] {
  const rows = text.split('\n').filter((line) => /^\| (?!line|-)/.test(line))
  const sentences = rows.map((row) =>
    row
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim())
      .join(' | '),
  )
  return sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)
}

/** The tests named in a text: `file: title` between backticks. */
function testsNamedIn(text: string): string[] {
  return [...text.matchAll(/`([^`\n]+\.(?:test|e2e)\.tsx?: [^`\n]+)`/g)].map(([, name = '']) => name)
}

/** Whether the file has a test or a describe block with that title, as written in the source. */
function testExists(name: string): boolean {
  const [path = '', ...words] = name.split(': ')
  if (!existsSync(resolve(root, path))) return false
  const source = { path, text: readFileSync(resolve(root, path), 'utf8') }
  return nodesOf(source).some((node) => titleOf(node, source) === words.join(': '))
}

/** The title in `test('title', …)`, `describe('title', …)`, `test.each(…)('title', …)`. */
function titleOf(node: SyntaxNode, source: Source): string | undefined {
  if (node.type !== 'CallExpression') return undefined
  const [first, second] = node.arguments as { expression: SyntaxNode }[]
  if (!first || !second) return undefined
  const { type, value } = first.expression
  if (type === 'StringLiteral') return String(value)
  return type === 'TemplateLiteral' ? textOf(source, first.expression).slice(1, -1) : undefined
}
