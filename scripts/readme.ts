import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Setting } from '#platform/config/setting-schemas.ts'
import { formerNames, settings } from '#platform/config/settings.ts'
import { root } from '../tests/architecture/source.ts'

export const readmeFile = resolve(root, 'README.md')

/**
 * The README with its generated parts: the settings table and the lists of resilience scenarios and
 * benchmarks.
 */
export function freshReadme(text: string): string {
  return replaceSection(replaceSection(text, 'settings', settingsTable()), 'scenarios', scenarioList())
}

function replaceSection(text: string, name: string, content: string): string {
  const [before = '', rest = ''] = text.split(`<!-- ${name} -->\n`)
  const [, after = ''] = rest.split(`<!-- /${name} -->`)
  return `${before}<!-- ${name} -->\n${content}\n<!-- /${name} -->${after}`
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { meaning, byDefault, example, isSecret }]: [string, Setting]) =>
      `| \`${name}\` | ${meaning}${formerName(name)}${isSecret ? ` (or in a file: \`${name}_FILE\`)` : ''} | ${byDefault} | \`${example.replaceAll('|', '\\|')}\` |`,
  )
  return ['| variable | meaning | default | example |', '|---|---|---|---|', ...rows].join('\n')
}

const formerName = (name: string) => (formerNames[name] ? ` (formerly \`${formerNames[name]}\`)` : '')

const runners = { 'test:resilience': 'tests/resilience/run.ts', bench: 'bench/run.ts' } as const
type Runner = keyof typeof runners

const lists = new Map<Runner, { name: string; shows: string }[]>()

/** The resilience scenarios or benchmarks, as `npm run test:resilience` and `npm run bench` list them. */
export function listed(runner: Runner): { name: string; shows: string }[] {
  const list = lists.get(runner) ?? readList(runners[runner])
  lists.set(runner, list)
  return list
}

function readList(path: string): { name: string; shows: string }[] {
  if (!existsSync(resolve(root, path))) return []
  const output = execFileSync(process.execPath, [path], { cwd: root, encoding: 'utf8' })
  return [...output.matchAll(/^npm run [\w:]+ -- (\S+) +(.+)$/gm)].map(([, name = '', shows = '']) => ({
    name,
    shows,
  }))
}

function scenarioList(): string {
  return (['test:resilience', 'bench'] as const)
    .flatMap((kind) => listed(kind).map(({ name, shows }) => `- \`npm run ${kind} -- ${name}\`: ${shows}`))
    .join('\n')
}
