import type { Rule } from './rule.ts'
import { isCode, isStyle, isTest } from './source.ts'
import { findFunctions } from './syntax.ts'

const maxFileLines = 250
const maxFunctionLines = 60
const maxComponentLines = 80

const linesOf = (text: string) => text.trimEnd().split('\n').length
const findLongFiles: Rule['violations'] = ({ text }) =>
  linesOf(text) > maxFileLines ? [`1: ${linesOf(text)} lines`] : []
const filler = (lines: number) => Array.from({ length: lines }, (_, index) => `  say(${index})`).join('\n')

export const sizeRules: Rule[] = [
  {
    title: `no file is longer than ${maxFileLines} lines`,
    appliesTo: isCode,
    violations: findLongFiles,
    fixture: { path: 'src/features/billing/rules.ts', text: filler(maxFileLines + 1) },
  },
  {
    title: `no stylesheet is longer than ${maxFileLines} lines`,
    appliesTo: isStyle,
    violations: findLongFiles,
    fixture: { path: 'src/features/billing/web/billing.module.css', text: filler(maxFileLines + 1) },
  },
  {
    title: `no function is longer than ${maxFunctionLines} lines`,
    appliesTo: (source) => isCode(source) && !isTest(source),
    violations: (source) =>
      findFunctions(source)
        .filter(({ isComponent, lines }) => !isComponent && lines > maxFunctionLines)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: `const ä = () => {\n${filler(maxFunctionLines - 1)}\n}`,
    },
  },
  {
    title: `no component is longer than ${maxComponentLines} lines`,
    appliesTo: (source) => isCode(source) && !isTest(source),
    violations: (source) =>
      findFunctions(source)
        .filter(({ isComponent, lines }) => isComponent && lines > maxComponentLines)
        .map(({ name, line, lines }) => `${line}: ${name} has ${lines} lines`),
    fixture: {
      path: 'src/features/billing/web/bill-page.tsx',
      text: `export function BillPage() {\n${filler(maxComponentLines - 1)}\n}`,
    },
  },
]
