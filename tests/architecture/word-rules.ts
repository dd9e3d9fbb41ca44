import { findMatches, type Rule } from './rule.ts'
import { isCode, isStyle, type Source } from './source.ts'
import { lineOf, nodesOf } from './syntax.ts'

/**
 * Former nonstandard terms. docs/glossary.md has the standard ones. The audit action "decisions told" is stored, so it stays.
 */
const privateWords =
  /\b(whoever|anew|meanwhile|mishap|workplace|hang-up|beside|lettering|drawer|comer|(?<!decisions )told)\b/i
const privateNames =
  /\b(desk|workplace|lettering|drawer)[A-Z.]|[a-z](Desk|Workplace|Lettering|Drawer|Mishap|Told|Untold)\b/

/** Names that do not say what they stand for, such as a button, a link or a method; prose may have the words. */
const unclearName = /^(desk|way)s?$|^(desk|way)[A-Z]|^Way$|[a-z](Desk|Way)s?$/

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
  {
    title: 'names say what they stand for',
    appliesTo: (source) => isCode(source) && isProductText(source),
    violations: findUnclearNames,
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: "/** Either way. */\nexport const open = (way: string) => [way, 'way']",
    },
  },
]

function findUnclearNames(source: Source): string[] {
  if (!/desk|way/i.test(source.text)) return []
  const found = nodesOf(source)
    .filter(({ type, value }) => type === 'Identifier' && unclearName.test(String(value)))
    .map((node) => `${lineOf(source, node)}: ${node.value}`)
  return [...new Set(found)]
}
