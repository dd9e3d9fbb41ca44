import { occurrences, type Rule } from './rule.ts'
import { isCode, isStyle } from './source.ts'

/** Words of the private language that the code used to speak; docs/glossary.md has the standard ones. */
const privateWords = /\b(whoever|anew|meanwhile|mishap|workplace|hang-up|(is|are) told)\b/i

export const wordRules: Rule[] = [
  {
    sentence: 'names, comments and messages use standard words',
    holdsIn: (source) =>
      (isCode(source) || isStyle(source)) &&
      /^(src|tests|scripts)\//.test(source.path) &&
      !source.path.startsWith('tests/architecture/'),
    offences: occurrences(privateWords),
    planted: { path: 'src/features/billing/rules.ts', text: '/** Whoever pays the bill. */' },
  },
]
