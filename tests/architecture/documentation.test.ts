import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { addCommands } from '#app/commands.ts'
import type { Setting } from '#platform/config/setting-schemas.ts'
import { formerNames, settings } from '#platform/config/settings.ts'
import { freshReadme, listed } from '../../scripts/readme.ts'
import { manifest } from './packages.ts'
import { root } from './source.ts'

/** Variables that other programs read. */
const otherVariables = new Set([
  'AWS_ENDPOINT_URL',
  'CI',
  'CHROMIUM_PATH',
  'KEEP_IN',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_INSECURE',
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_METRICS_EXPORTER',
  'OTEL_RESOURCE_ATTRIBUTES',
  'OTEL_SDK_DISABLED',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_EXPORTER',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'PGSSLMODE',
  'DOAS_USER',
  'PORTAL_OPERATOR',
  'PORTAL_SETTINGS',
  'SUDO_USER',
  'SHARED_DATA',
])

const readme = read('README.md')
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', 'src/**/*.md'], { cwd: root })

test('the generated parts of the README are current (npm run generate updates them)', () => {
  expect(freshReadme(readme)).toBe(readme)
})

test('detects a stale settings table', () => {
  const stale = readme.replace('| `PORT` |', '| `PORTS` |')
  expect(freshReadme(stale)).not.toBe(stale)
})

describe.each(documents)('%s', (path) => {
  const text = read(path)

  test('names only existing commands', () => {
    expect(commandsIn(text).filter((words) => !commandExists(words))).toEqual([])
  })

  test('sets only existing variables', () => {
    expect(variablesIn(text).filter((name) => !variableExists(name))).toEqual([])
  })

  test('names only existing settings and files', () => {
    expect(settingsNamedIn(text).filter((name) => !variableExists(name))).toEqual([])
    expect(filesNamedIn(text).filter((name) => !existsSync(resolve(root, name)))).toEqual([])
  })

  test('links only to existing headings', () => {
    expect(headingLinks(path, text).filter(({ target, heading }) => !hasHeading(target, heading))).toEqual([])
  })

  test('links only to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(resolve(root, dirname(path), link)))).toEqual([])
  })
})

test('detects a command that does not exist', () => {
  expect(commandsIn('```sh\nportal pigeons\n```').map(commandExists)).toEqual([false])
  expect(commandsIn('```sh\nnpm run portal -- import pigeons FILE\n```').map(commandExists)).toEqual([false])
})

test('detects a setting, a file and a heading that do not exist', () => {
  expect(settingsNamedIn('Set `PIGEON_LIMIT=3`.').filter(variableExists)).toEqual([])
  expect(settingsNamedIn('Set `PORT`, not `SIGTERM` or `A4`.')).toEqual(['PORT'])
  expect(filesNamedIn('See `src/nowhere.ts`.')).toEqual(['src/nowhere.ts'])
  expect(hasHeading('docs/members.md', 'password-guessing')).toBe(true)
  expect(hasHeading('docs/members.md', 'pigeons')).toBe(false)
})

test('detects a variable that does not exist', () => {
  expect(variablesIn('```sh\nPIGEONS=1 portal start\n```').map(variableExists)).toEqual([false])
  expect(variablesIn('```sh\nPORT=1 DATA_DIR=x npm start\n```')).toEqual(['PORT', 'DATA_DIR'])
})

test('decisions are numbered consecutively in file names and titles', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: root }).sort()
  expect(decisions.map((path) => Number(basename(path).slice(0, 4)))).toEqual(
    decisions.map((_, at) => at + 1),
  )
  expect(decisions.map((path) => Number.parseInt(read(path).slice(2), 10))).toEqual(
    decisions.map((_, at) => at + 1),
  )
})

test('the commands that encrypt a copy of a backup make one that can be read again, and only with the key', () => {
  const [section = ''] = /^### Encrypted copies\n.*?^### /ms.exec(read('docs/going-to-production.md')) ?? []
  const folder = mkdtempSync(resolve(tmpdir(), 'portal-copy-'))
  const at = (path: string) => resolve(folder, path)
  for (const each of ['etc/portal', 'backup/portal-2026-11-30', 'offsite', 'evidence', 'srv/drill'])
    mkdirSync(at(each), { recursive: true })
  writeFileSync(at('backup/portal-2026-11-30/manifest.json'), 'patients')
  const blocks = [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) =>
    lines.replaceAll(/(?<=[ :])\/(?=etc|backup|offsite|evidence|srv)/g, `${folder}/`),
  )
  const run = (lines = '') =>
    spawnSync('bash', ['-e', '-o', 'pipefail', '-c', lines], { encoding: 'utf8' }).status
  expect(blocks).toHaveLength(2)
  expect(run(blocks[0])).toBe(0)
  expect(readFileSync(at('offsite/portal-2026-11-30.tar.enc'), 'latin1')).not.toContain('patients')
  expect(run(blocks[1])).toBe(0)
  expect(readFileSync(at('srv/drill/portal-2026-11-30/manifest.json'), 'utf8')).toBe('patients')
  writeFileSync(at('etc/portal/backup.key'), 'another key')
  expect(run(blocks[1])).not.toBe(0)
  rmSync(folder, { recursive: true })
})

test('the README lists every module', () => {
  const modules = globSync('src/{app,platform,embedded-postgres,seed,features/*}/', { cwd: root }).map(
    (path) => `${basename(path)}/`,
  )
  expect(modules.filter((module) => !readme.includes(`  ${module} `))).toEqual([])
})

test('the README names every command group', () => {
  const groups = portalCommands().commands.map((command) => command.name())
  expect(groups.filter((name) => !readme.includes(`npm run portal -- ${name} `))).toEqual([])
})

test('CI runs the command that the README names', () => {
  expect(read('.ci/run')).toMatch(/^(\w+=\w+ )*npm test$/m)
})

/**
 * The npm commands of a document, in blocks of shell lines or between backticks, each as its words. In a release, the
 * command `portal` stands for `npm run portal --`.
 */
function commandsIn(text: string): string[][] {
  const released = text.replaceAll(/(^|`|sudo -u portal )portal (?=[a-z])/gm, '$1npm run portal -- ')
  return [...released.matchAll(/(?:^|`|\s)(?:\w+=\S+ )*npm ((?:run |start|test)[^`\n#]*)/gm)].map(
    ([, words = '']) => words.trim().split(/\s+/),
  )
}

/** The variables that the shell lines of a document set. */
function variablesIn(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = '']) => lines)
  const assignments = blocks.flatMap((lines) => lines.match(/^(export )?([A-Z_]+=\S* ?)+/gm) ?? [])
  return assignments.flatMap((words) =>
    [...words.matchAll(/(?<!\w)([A-Z_]+)=/g)].map(([, name = '']) => name),
  )
}

/** Words in capitals that are no settings. */
const noSettings = /^([A-Z]+\d*|SHA256SUMS|NO_FILE)$/

/** The settings between backticks outside of blocks: words in capitals with an underscore, or a setting’s own name. */
function settingsNamedIn(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '')
  const names = [...prose.matchAll(/`([A-Z][A-Z0-9_]+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
  return names.filter((name) => !noSettings.test(name) || name in settings)
}

/** The files of the repository that a text names between backticks. */
const filesNamedIn = (text: string): string[] =>
  [
    ...text.matchAll(/`((?:src|tests|docs|deploy|scripts|bench|migrations|tools|data)\/[\w./-]+\.\w+)[`:]/g),
  ].map(([, path = '']) => path)

/** The links of a document to headings, in itself or in another one. */
function headingLinks(path: string, text: string) {
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)#]*\.md)?#([^)]+)\)/g)].map(
    ([, file, heading = '']) => ({
      target: file ? relative(root, resolve(root, dirname(path), file)) : path,
      heading,
    }),
  )
}

/** Whether a document has a heading with that address, as GitHub makes it. */
function hasHeading(path: string, address: string): boolean {
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return headings.includes(address)
}

function variableExists(name: string): boolean {
  const { isSecret } = (settings as Record<string, Setting>)[name.replace(/_FILE$/, '')] ?? {}
  const isFormer = Object.values(formerNames).includes(name)
  return name in settings || isFormer || isSecret === true || otherVariables.has(name)
}

function commandExists([first = '', second = '', ...rest]: string[]): boolean {
  const script = first === 'run' ? second : first
  const words = rest.slice(rest.indexOf('--') + 1)
  if (!(script in manifest().scripts)) return false
  if (script === 'portal') return words.length === 0 || words[0] === 'start' || isPortalCommand(words)
  if (script === 'test:resilience' || script === 'bench') {
    const [name = 'NAME'] = words
    if (script === 'bench' && name === 'compare') return true
    return name === 'NAME' || listed(script).some((each) => each.name === name)
  }
  return true
}

/** Whether the words name a command of the portal and only options that it has. */
function isPortalCommand(words: string[]): boolean {
  const program = portalCommands()
  let command = program
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word)
    if (!next) break
    command = next
  }
  const options = words.filter((word) => word.startsWith('--') && word !== '--help')
  const known = new Set(command.options.map(({ long }) => long))
  return command !== program && command.commands.length === 0 && options.every((option) => known.has(option))
}

function portalCommands(): Command {
  const program = new Command()
  const open = () => Promise.reject(new Error('No command is run here.'))
  addCommands(program, { open, openAsIs: open, openUnchecked: open })
  return program
}

function read(path: string): string {
  return readFileSync(resolve(root, path), 'utf8')
}
