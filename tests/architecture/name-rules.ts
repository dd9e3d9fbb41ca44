import type { Rule } from './rule.ts'
import { isCode } from './source.ts'

const saysNothing = /(^|-)(utils?|helpers?|common|misc|managers?)$/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The words of a path: its folders and the file name without extensions. */
const wordsOf = (path: string) => path.split('/').map((part) => part.replace(/^\./, '').replace(/\..*$/, ''))

const oneOf = (words: string[], isWrong: (word: string) => boolean) =>
  words.filter(isWrong).map((word) => `1: "${word}"`)

export const nameRules: Rule[] = [
  {
    sentence: 'files and folders say what they are about',
    holdsIn: isCode,
    offences: ({ path }) => oneOf(wordsOf(path), (word) => saysNothing.test(word)),
    planted: { path: 'src/features/billing/server/date-utils.ts', text: '' },
  },
  {
    sentence: 'files and folders are written in kebab-case',
    holdsIn: isCode,
    offences: ({ path }) => oneOf(wordsOf(path), (word) => !kebabCase.test(word)),
    planted: { path: 'src/features/billing/web/BillTable.tsx', text: '' },
  },
]
