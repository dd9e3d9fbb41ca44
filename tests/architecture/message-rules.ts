import type { Rule } from './rule.ts'
import { lineOf, nodesOf } from './syntax.ts'

/** Text between tags, except addresses. */
const words = /^\s*(?!\/)[^<]*\p{L}{2}/u

export const messageRules: Rule[] = [
  {
    sentence: 'user-facing text is in messages.ts',
    holdsIn: ({ path }) => /\/web\/.*\.tsx$/.test(path) && !/\.test\./.test(path),
    offences: (source) =>
      nodesOf(source)
        .filter(({ type, value }) => type === 'JSXText' && words.test(String(value)))
        .map((node) => `${lineOf(source, node)}: ${String(node.value).trim()}`),
    planted: { path: 'src/features/billing/web/billing-page.tsx', text: 'const page = <h1>Billing</h1>' },
  },
]
