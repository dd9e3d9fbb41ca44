import type { Rule } from './rule.ts'
import { lineOf, nodesOf } from './syntax.ts'

/** Text between tags, except URLs. */
const words = /^\s*(?!\/)[^<]*\p{L}{2}/u

export const messageRules: Rule[] = [
  {
    title: 'user-facing text is in messages.ts',
    appliesTo: ({ path }) => /\/web\/.*\.tsx$/.test(path) && !/\.test\./.test(path),
    violations: (source) =>
      nodesOf(source)
        .filter(({ type, value }) => type === 'JSXText' && words.test(String(value)))
        .map((node) => `${lineOf(source, node)}: ${String(node.value).trim()}`),
    fixture: { path: 'src/features/billing/web/billing-page.tsx', text: 'const page = <h1>Billing</h1>' },
  },
]
