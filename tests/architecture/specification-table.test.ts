import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Setting } from '#platform/config/setting-schemas.ts'
import { settings } from '#platform/config/settings.ts'
import { root, type Source } from './source.ts'
import { nodesOf, type SyntaxNode, textOf } from './syntax.ts'

const table = readFileSync(resolve(root, 'docs/specification-and-tests.md'), 'utf8')
const asvs = readFileSync(resolve(root, 'docs/asvs.md'), 'utf8')
const threatModel = readFileSync(resolve(root, 'docs/threat-model.md'), 'utf8')

test('every test that the specification table names exists', () => {
  expect(testsNamedIn(table).filter((name) => !testExists(name))).toEqual([])
})

test('every row of the specification table names a test', () => {
  const rows = table.split('\n').filter((line) => /^\| (?!line|-)/.test(line))
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.filter((row) => testsNamedIn(row).length === 0)).toEqual([])
})

test('every threat of the threat model names tests, which exist, or says why it is accepted', () => {
  const rows = threatModel.split('\n').filter((line) => /^\| (?!threat|-)/.test(line))
  const isAccepted = (row: string) => /\| Accepted, because .{30,} \|$/.test(row)
  expect(rows.filter((row) => testsNamedIn(row).length === 0 && !isAccepted(row))).toEqual([])
  expect(rows.filter(isAccepted).length).toBeLessThanOrEqual(5)
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

describe('the connections of the threat model', () => {
  test('have the settings that name an address, a port or a program, and no others', () => {
    const names = Object.entries(settings as Record<string, Setting>).flatMap(([name, { example }]) =>
      namesConnection(name, example) ? [name] : [],
    )
    expect(new Set(connections.flatMap(({ named }) => named))).toEqual(new Set(names))
  })

  test('have the code that opens or accepts them, and no other', () => {
    expect(connections.flatMap(({ code }) => code).sort()).toEqual(filesWithConnections())
  })

  test('are in data flows that exist, and each flow with a network has one', () => {
    const flows = [...threatModel.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
    expect(flows).toEqual(flows.map((_flow, at) => at + 1))
    expect(connections.filter((each) => each.flows.length === 0)).toEqual([])
    const named = new Set(connections.flatMap((each) => each.flows))
    // Persons are erased by commands on the database.
    expect(flows.filter((flow) => !named.has(flow))).toEqual([11])
    expect([...named].filter((flow) => !flows.includes(flow))).toEqual([])
  })

  test.each([
    ["const socket = connect({ host: 'x' })", true],
    ['const socket = connectTls({ host, port })', true],
    ['await fetch(url)', true],
    ["const child = spawn('scanner', [])", true],
    ["import { createSocket } from 'node:dgram'", true],
    ["import type { Server } from 'node:net'", false],
    ['const [word] = /x/.exec(text)', false],
    ['pool.connect()', false],
  ])('find a connection in %s: %s', (code, isFound) => {
    expect(opensConnection(code)).toBe(isFound)
  })
})

describe('the ASVS table', () => {
  const rows = readRequirements(asvs)

  test('has each requirement of levels 1 and 2 once', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(listRequirements())
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(70)
    expect(rows.filter(({ level }) => level === '2')).toHaveLength(183)
  })

  test('has evidence for what is met and a reason for what is not', () => {
    expect(rows.filter(({ status }) => !/^(met|not applicable|unmet)$/.test(status))).toEqual([])
    expect(rows.filter((row) => row.status === 'met' && filesNamedIn(row.evidence).length === 0)).toEqual([])
    expect(rows.filter((row) => row.status !== 'met' && !/^[A-Z][^`]{20,}/.test(row.evidence))).toEqual([])
  })

  test('names only files that exist', () => {
    expect(filesNamedIn(asvs).filter((path) => !existsSync(resolve(root, path)))).toEqual([])
  })

  test('has no unmet requirements except for these, which its introduction names', () => {
    const unmet = (level: string) =>
      rows.filter((row) => row.level === level && row.status === 'unmet').map(({ id }) => id)
    expect(unmet('1')).toEqual([])
    expect(unmet('2')).toEqual(['7.6.2', '14.3.3'])
    const [introduction = ''] = asvs.split('\n## ')
    for (const id of [...unmet('1'), ...unmet('2')]) expect(introduction).toContain(id)
  })

  test('counts its rows', () => {
    for (const level of ['1', '2']) {
      const count = (status: string) =>
        rows.filter((row) => row.level === level && row.status === status).length
      expect(asvs).toContain(`| ${level} | ${['met', 'not applicable', 'unmet'].map(count).join(' | ')} |`)
    }
  })
})

test('detects a file that does not exist', () => {
  const files = filesNamedIn('| 1.1.1 | 2 | Pigs fly | met | `src/nowhere.ts`<br>`doctor` warns |')
  expect(files).toEqual(['src/nowhere.ts'])
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

/**
 * The sections of ASVS 5.0.0 with a digit for each requirement in its order: its level, 1 or 2; 3 is not in the table.
 */
const sections = `
  1.1 22 1.2 1111122223 1.3 112222222223 1.4 222 1.5 123 2.1 122 2.2 112 2.3 12223 2.4 23
  3.1 3 3.2 113 3.3 12223 3.4 1122223 3.5 1112233 3.6 3 3.7 22333 4.1 12233 4.2 23333 4.3 22 4.4 1222
  5.1 2 5.2 112333 5.3 113 5.4 222 6.1 122 6.2 111111112222 6.3 11223333 6.4 112233 6.5 22222333 6.6 2223
  6.7 33 6.8 2222 7.1 222 7.2 1111 7.3 22 7.4 11222 7.5 223 7.6 22 8.1 1233 8.2 1123 8.3 133 8.4 23
  9.1 111 9.2 1222 10.1 22 10.2 223 10.3 22223 10.4 1111122222233333 10.5 22222 10.6 22 10.7 222
  11.1 2233 11.2 22233 11.3 11233 11.4 1222 11.5 23 11.6 23 11.7 33 12.1 12233 12.2 11 12.3 22223
  13.1 2333 13.2 222223 13.3 2233 13.4 1222233 14.1 22 14.2 12223333 14.3 122 15.1 12233 15.2 12233
  15.3 1222222 15.4 3333 16.1 2 16.2 22222 16.3 2222 16.4 222 16.5 2223 17.1 23 17.2 22223333 17.3 22`

/** The requirements of levels 1 and 2, each as its ID and level. */
function listRequirements(): string[] {
  const all = [...sections.matchAll(/(\d+\.\d) (\d+)/g)].flatMap(([, section, levels = '']) =>
    [...levels].map((level, at) => `${section}.${at + 1} ${level}`),
  )
  return all.filter((requirement) => !requirement.endsWith(' 3'))
}

/** The rows of the ASVS table. */
const readRequirements = (text: string) =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, id = '', level = '', status = '', evidence = '']) => ({ id, level, status, evidence }),
  )

/** The files named in a text: paths with a folder or an extension between backticks, without a test’s title. */
const filesNamedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:tsx?|md|html|json|conf|service|e2e\.ts))`/g)].map(
    ([, path = '']) => path,
  )

/** The connections that the threat model lists: their settings, source files and data flows. */
const connections = threatModel
  .slice(threatModel.indexOf('**Connections.**'), threatModel.indexOf('\n## 1.'))
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => ({
    named: [...line.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
    code: [...line.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path),
    flows: [...line.matchAll(/[Ff]lows? ((?:\d+(?: to |, )?)+)/g)].flatMap(([, list = '']) =>
      readNumbers(list),
    ),
  }))

/** The numbers in a list such as "1 to 3, 5". */
function readNumbers(list: string): number[] {
  return list.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split(' to ').filter(Boolean).map(Number)
    return from === 0 ? [] : Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}

/** Whether a setting names what the portal connects to, listens on or runs. Pages only link to what LINKS name. */
const namesConnection = (name: string, example: string) =>
  /(^|_)(URL|HOSTS?|PORT|ISSUER|PROVIDERS|COMMAND|TILES)$/.test(name) ||
  (example.includes('://') && !name.endsWith('_LINKS'))

/** Whether code listens, connects or starts a program. */
const opensConnection = (code: string) =>
  /^import (?!type ).*'node:(dgram|http2|https|net|tls|child_process)'/m.test(code) ||
  /\b(fetch|createServer|createTransport|createRemoteJWKSet|spawn|spawnSync|fork|execFile|execFileSync)\(/.test(
    code,
  ) ||
  /\bconnect(Tls|Plain)?\(\{|\.(listen|discovery)\(|\b(new|extends) (pg\.(Client|Pool)|S3Client|NodeSDK)\b/.test(
    code,
  )

/** The source files of the server that do. */
function filesWithConnections(): string[] {
  const names = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/(^|\/)web\//.test(name))
    .map((name) => `src/${name}`)
    .filter((path) => opensConnection(readFileSync(resolve(root, path), 'utf8')))
    .sort()
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
