import type { Rule } from './rule.ts'
import { lineOf, nodesOf } from './syntax.ts'

/** Words between tags; an address is none. */
const words = /^\s*(?!\/)[^<]*\p{L}{2}/u

export const messageRules: Rule[] = [
  {
    sentence: 'what a page says stands in messages.ts',
    holdsIn: ({ path }) => /\/web\/.*\.tsx$/.test(path) && !/\.test\./.test(path),
    offences: (source) =>
      nodesOf(source)
        .filter(({ type, value }) => type === 'JSXText' && words.test(String(value)))
        .map((node) => `${lineOf(source, node)}: ${String(node.value).trim()}`),
    planted: { path: 'src/features/billing/web/billing-page.tsx', text: 'const page = <h1>Billing</h1>' },
  },
]
