import type { Rule } from './rule.ts'
import { isCode, isStyle, isTest } from './source.ts'
import { functionsIn } from './syntax.ts'

const longestFile = 250
const longestFunction = 60
const longestComponent = 80

const linesOf = (text: string) => text.trimEnd().split('\n').length
const tooLong: Rule['offences'] = ({ text }) =>
  linesOf(text) > longestFile ? [`1: ${linesOf(text)} lines`] : []
const filler = (lines: number) => Array.from({ length: lines }, (_, index) => `  say(${index})`).join('\n')

export const sizeRules: Rule[] = [
  {
    sentence: `no file is longer than ${longestFile} lines`,
    holdsIn: isCode,
    offences: tooLong,
    planted: { path: 'src/features/billing/rules.ts', text: filler(longestFile + 1) },
  },
  {
    sentence: `no file of styles is longer than ${longestFile} lines`,
    holdsIn: isStyle,
    offences: tooLong,
    planted: { path: 'src/features/billing/web/billing.module.css', text: filler(longestFile + 1) },
  },
  {
    sentence: `no function is longer than ${longestFunction} lines`,
    holdsIn: (source) => isCode(source) && !isTest(source),
    offences: (source) =>
      functionsIn(source)
        .filter(({ isComponent, lines }) => !isComponent && lines > longestFunction)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    planted: {
      path: 'src/features/billing/rules.ts',
      text: `const ä = () => {\n${filler(longestFunction - 1)}\n}`,
    },
  },
  {
    sentence: `no component is longer than ${longestComponent} lines`,
    holdsIn: (source) => isCode(source) && !isTest(source),
    offences: (source) =>
      functionsIn(source)
        .filter(({ isComponent, lines }) => isComponent && lines > longestComponent)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    planted: {
      path: 'src/features/billing/web/bill-page.tsx',
      text: `export function BillPage() {\n${filler(longestComponent - 1)}\n}`,
    },
  },
]
