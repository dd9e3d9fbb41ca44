import { findMatches, type Rule } from './rule.ts'
import { isWeb, ships } from './source.ts'

/** Besides the storage module: the map library has its own events. */
const subscribers = ['src/platform/web/storage.ts', 'src/features/provider-search/web/map/provider-map.tsx']

/** Singletons of a page, and caches of values that stay the same; no component renders them. */
const variablesOfPages = [
  'src/features/cases/web/emergency/access-watch.ts',
  'src/features/provider-search/web/map/map-section.tsx',
  'src/platform/web/api-client.ts',
  'src/platform/web/bootstrap-data.ts',
  'src/platform/web/document/document-window.ts',
  'src/platform/web/storage.ts',
  'src/platform/web/table/table-columns.ts',
]
/** Values computed once, and memory for comparisons. */
const cachesOfModules = [
  'src/features/authorizations/server/due-time.ts',
  'src/features/provider-search/describe-details.ts',
  'src/features/provider-search/server/name-dictionary.ts',
  'src/features/provider-search/server/roster/parse-details.ts',
  'src/platform/contract/edit-distance.ts',
  'src/platform/contract/money.ts',
  'src/platform/db/column-encryption/column-texts.ts',
  'src/platform/db/sql-format.ts',
]
/** What tests replace, what a process has once, and what belongs to an object of a library. */
const variablesOfProcesses = [
  'src/app/main.ts',
  'src/platform/concurrency/sleep.ts',
  'src/platform/contract/clock.ts',
  'src/platform/db/column-encryption/column-keys.ts',
  'src/platform/db/database.ts',
  'src/platform/db/pg-client.ts',
  'src/platform/db/replica.ts',
  'src/platform/pdf/document-service/pdf-worker.ts',
  'src/platform/pdf/launcher-process.ts',
  'src/platform/pdf/worker-launcher.ts',
]

/** The session, and the values and errors of the provider search, whose public page loads no react-hook-form. */
const statesOfPages = [
  'src/features/sign-in/web/session-store.ts',
  'src/features/provider-search/web/use-search-form.ts',
]

/** Where a page keeps state: in the browser's storage, in a store, or in the state of a form. */
export const stateRules: Rule[] = [
  {
    title: 'only the storage module accesses local and session storage',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/storage.ts'],
    violations: findMatches(/\b(localStorage|sessionStorage)\b/),
    fixture: {
      path: 'src/features/billing/web/billing-summary.tsx',
      text: "window.sessionStorage.setItem('dates', dates)",
    },
  },
  {
    title: 'only the storage module handles storage events',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/storage.ts'],
    violations: findMatches(/addEventListener\(\s*['"`]storage['"`]|\bonstorage\b/),
    fixture: {
      path: 'src/app/web/staff-shell/session-watcher.tsx',
      text: "addEventListener('storage', ({ key }) => key === 'currentClient' && followClient())",
    },
  },
  {
    title: 'only the token store accesses the portal token in storage',
    appliesTo: ships,
    exceptions: ['src/features/sign-in/web/token-store.ts'],
    violations: findMatches(/['"`]userToken['"`]|\buserTokenKey\b/),
    fixture: {
      path: 'src/features/provider-search/web/email/email-modal.tsx',
      text: "const nameStore = localStore('userToken', z.object({ name: z.string() }))",
    },
  },
  {
    title: 'only the storage module subscribes a component to a store',
    appliesTo: isWeb,
    exceptions: subscribers,
    violations: findMatches(/\buseSyncExternalStore\b/),
    fixture: {
      path: 'src/features/clients/web/home-page.tsx',
      text: 'const client = useSyncExternalStore(currentClientStore.subscribe, currentClientStore.get)',
    },
  },
  {
    title: 'state is in a store or belongs to what uses it, not in a variable of a module',
    appliesTo: ships,
    exceptions: [...variablesOfPages, ...cachesOfModules, ...variablesOfProcesses],
    violations: findMatches(
      /^(export )?let |^(export )?const \w+\b(?!: Readonly)[^=\n]*= new (Weak)?(Map|Set)\b/,
    ),
    fixture: {
      path: 'src/platform/web/error-notice.tsx',
      text: 'const known: ReadonlySet<string> = new Set([])\nconst shown = new Set<string>()',
    },
  },
  {
    title: 'only the router declares what an entry of the history keeps',
    appliesTo: isWeb,
    exceptions: ['src/app/web/router.tsx'],
    violations: findMatches(/\binterface HistoryState\b/),
    fixture: {
      path: 'src/features/provider-search/web/search-params.ts',
      text: 'interface HistoryState { street?: string }',
    },
  },
  {
    title: 'only the search form keeps the state of a form itself',
    appliesTo: isWeb,
    exceptions: statesOfPages,
    violations: findMatches(/\bcreateStore\b.*['"]@tanstack\/react-store['"]/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: "import { createStore, useSelector } from '@tanstack/react-store'",
    },
  },
]
