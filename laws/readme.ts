import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { settings } from '#platform/server/settings.ts'
import { root } from './source.ts'

export const readmeFile = resolve(root, 'README.md')

/** The README with everything in it that is generated: the table of settings, the list of proofs and benchmarks. */
export function freshReadme(text: string): string {
  return filled(filled(text, 'settings', settingsTable()), 'proofs', proofsList())
}

function filled(text: string, name: string, content: string): string {
  const [before = '', rest = ''] = text.split(`<!-- ${name} -->\n`)
  const [, after = ''] = rest.split(`<!-- /${name} -->`)
  return `${before}<!-- ${name} -->\n${content}\n<!-- /${name} -->${after}`
}

function settingsTable(): string {
  const rows = Object.entries(settings).map(
    ([name, { meaning, byDefault, example }]) =>
      `| \`${name}\` | ${meaning} | ${byDefault} | \`${example.replaceAll('|', '\\|')}\` |`,
  )
  return ['| variable | what it is | unless set | for example |', '|---|---|---|---|', ...rows].join('\n')
}

function proofsList(): string {
  return ['prove', 'bench'].flatMap((kind) => namesOf(kind).map((name) => lineOf(kind, name))).join('\n')
}

/** The proofs or benchmarks: every file of the folder that its first line, a comment, introduces. */
export function namesOf(kind: string): string[] {
  return globSync(`${kind}/*.ts`, { cwd: root })
    .map((path) => basename(path, '.ts'))
    .filter((name) => introductionOf(kind, name))
    .sort()
}

const lineOf = (kind: string, name: string) =>
  `- \`npm run ${kind} -- ${name}\`: ${introductionOf(kind, name)}`

function introductionOf(kind: string, name: string): string | undefined {
  const file = resolve(root, kind, `${name}.ts`)
  if (!existsSync(file)) return undefined
  return /^\/\/ (.+)/.exec(readFileSync(file, 'utf8'))?.[1]
}
