import { findMatches, type Rule } from './rule.ts'
import { isCode, ships } from './source.ts'

const meaningless = /(^|-)(utils?|helpers?|common|misc|managers?)$/
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** The words of a path: its folders and the file name without extensions. */
const wordsOf = (path: string) => path.split('/').map((part) => part.replace(/^\./, '').replace(/\..*$/, ''))

const invalidWords = (words: string[], isInvalid: (word: string) => boolean) =>
  words.filter(isInvalid).map((word) => `1: "${word}"`)

export const nameRules: Rule[] = [
  {
    title: 'file and folder names are meaningful',
    appliesTo: isCode,
    violations: ({ path }) => invalidWords(wordsOf(path), (word) => meaningless.test(word)),
    fixture: { path: 'src/features/billing/server/date-utils.ts', text: '' },
  },
  {
    title: 'file and folder names are in kebab-case',
    appliesTo: isCode,
    violations: ({ path }) => invalidWords(wordsOf(path), (word) => !kebabCase.test(word)),
    fixture: { path: 'src/features/billing/web/BillTable.tsx', text: '' },
  },
  {
    title: 'an error class sets its name',
    appliesTo: (source) => ships(source) && source.path !== 'src/platform/http/problem.ts',
    violations: findMatches(/\bclass (\w+) extends Error\b(?! \{\s*override (readonly )?name = '\1')/),
    fixture: {
      path: 'src/features/members/server/login-account.ts',
      text: "class AccountChangedError extends Error {\n  override name = 'AccountError'\n}",
    },
  },
  {
    title: 'a function is named verb + noun, not …Of',
    appliesTo: ships,
    violations: findMatches(
      /\bfunction\*? (?!(any|all|one)Of\b)\w+Of\b|\b(?!(any|all|one)Of\b)\w+Of = (async )?(\(|<|\w+ =>)|^ {2}(private )?#?\w+Of\([^)]*\).*\{$/,
    ),
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: 'const savingsOf = (bill: Bill) => subtract(bill.charges, bill.repriced)',
    },
  },
]
