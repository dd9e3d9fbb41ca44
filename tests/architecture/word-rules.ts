import { findMatches, type Rule } from './rule.ts'
import { isCode, isStyle } from './source.ts'

/** Former nonstandard terms. docs/glossary.md has the standard ones. */
const privateWords = /\b(whoever|anew|meanwhile|mishap|workplace|hang-up|(is|are) told)\b/i

export const wordRules: Rule[] = [
  {
    title: 'names, comments and messages use standard words',
    appliesTo: (source) =>
      (isCode(source) || isStyle(source)) &&
      /^(src|tests|scripts)\//.test(source.path) &&
      !source.path.startsWith('tests/architecture/'),
    violations: findMatches(privateWords),
    fixture: { path: 'src/features/billing/rules.ts', text: '/** Whoever pays the bill. */' },
  },
]
