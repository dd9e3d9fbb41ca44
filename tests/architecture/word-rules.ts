import { findMatches, type Rule } from './rule.ts'
import { isCode, isStyle, type Source } from './source.ts'

/**
 * Former nonstandard terms. docs/glossary.md has the standard ones. The audit action "decisions told" is stored, so it stays.
 */
const privateWords =
  /\b(whoever|anew|meanwhile|mishap|workplace|hang-up|beside|lettering|drawer|comer|(?<!decisions )told)\b/i
const privateNames =
  /\b(desk|workplace|lettering|drawer)[A-Z.]|[a-z](Desk|Workplace|Lettering|Drawer|Mishap|Told|Untold)\b/

const isProductText = (source: Source) =>
  (isCode(source) || isStyle(source)) &&
  /^(src|tests|scripts)\//.test(source.path) &&
  !source.path.startsWith('tests/architecture/')

export const wordRules: Rule[] = [
  {
    title: 'names, comments and messages use standard words',
    appliesTo: isProductText,
    violations: findMatches(privateWords),
    fixture: { path: 'src/features/billing/rules.ts', text: '/** Whoever pays the bill. */' },
  },
  {
    title: 'compound names use standard words',
    appliesTo: isProductText,
    violations: findMatches(privateNames),
    fixture: { path: 'src/features/billing/rules.ts', text: 'export const billDesk = 1' },
  },
]
