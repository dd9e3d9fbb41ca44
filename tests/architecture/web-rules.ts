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
  {
    title: 'only main.tsx composes the API client',
    appliesTo: (source) =>
      isWeb(source) && !['src/platform/web/api-client.ts', 'src/app/web/main.tsx'].includes(source.path),
    violations: findMatches(/\b(createApiClient|setApiClient)\b/),
    fixture: {
      path: 'src/app/web/staff-shell/staff-module.ts',
      text: 'setApiClient(({ url }) => fetch(url))',
    },
  },
]
