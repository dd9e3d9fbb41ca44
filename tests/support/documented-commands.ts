import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '../architecture/source.ts'

/** A command of a document: one line, or several if it continues. Settings (`NAME=value`) are not commands. */
export type DocumentedCommand = {
  document: string
  /** The nearest heading above. */
  section: string
  language: 'sh' | 'sql'
  text: string
}

/** The documents for operators and developers. */
export const guides = globSync(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md'], {
  cwd: root,
}).sort()

/** All commands in the blocks of the guides, in order. */
export const documentedCommands = (): DocumentedCommand[] =>
  guides.flatMap((document) => parseCommands(document, readFileSync(resolve(root, document), 'utf8')))

/** The commands in the `sh`, `console` and `sql` blocks of a document. */
export function parseCommands(document: string, text: string): DocumentedCommand[] {
  const parts = text.matchAll(/^#+ (?<heading>[^\n]+)$|^ *```(?<language>\w*)\n(?<lines>.*?)^ *```$/gms)
  let section = ''
  return [...parts].flatMap(({ groups }) => {
    const { heading, language, lines = '' } = groups ?? {}
    if (heading !== undefined) section = heading
    const dialect = language === 'console' ? 'sh' : language
    if (dialect !== 'sh' && dialect !== 'sql') return []
    return splitCommands(lines)
      .filter((each) => !isSetting(each))
      .map((each) => ({ document, section, language: dialect, text: each }))
  })
}

/** A block that has commands without naming its language, which `parseCommands` would miss. */
export const hasUnnamedCommands = (text: string): boolean =>
  [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].some(
    ([, language, lines = '']) => language === '' && /^ *(npm|portal|sudo|psql|curl|systemctl) /m.test(lines),
  )

/** Joins lines that a backslash, a pipe or a here-document continues; leaves out comments. */
function splitCommands(block: string): string[] {
  const commands: string[] = []
  let open = ''
  let end: string | undefined
  for (const line of block.split('\n')) {
    open = open === '' ? line.trim() : `${open}\n${line}`
    if (end === undefined) end = /<<'?(\w+)'?$/.exec(line)?.[1]
    if (end !== undefined ? line !== end : /[\\|]$/.test(line)) continue
    commands.push(open.replace(/ +# .*$/, ''))
    open = ''
    end = undefined
  }
  return commands.filter((each) => each !== '' && !each.startsWith('#'))
}

const isSetting = (command: string) => /^[A-Z_]+=("[^"]*"|\S*)$/.test(command)
