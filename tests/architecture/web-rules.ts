import { findMatches, type Rule } from './rule.ts'
import { type Source, ships } from './source.ts'

const isWeb = (source: Source) => ships(source) && source.path.includes('/web/')

/** Rules on the code of the pages. */
export const webRules: Rule[] = [
  {
    title: 'only the storage module accesses local and session storage',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/storage.ts',
    violations: findMatches(/\b(localStorage|sessionStorage)\b/),
    fixture: {
      path: 'src/features/billing/web/billing.tsx',
      text: "window.sessionStorage.setItem('dates', dates)",
    },
  },
]
