import { findMatches, type Rule } from './rule.ts'
import { type Source, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode } from './syntax.ts'

const isWeb = (source: Source) => ships(source) && source.path.includes('/web/')

const tableFolder = 'src/platform/web/table/'
/** Tables with fixed content. They do not grow, and have no sorting or pages. */
const staticTables = [
  'src/app/web/developers/endpoint-description.tsx',
  'src/features/billing/web/billing-summary.tsx',
  'src/features/provider-search/web/results/print-sheet.tsx',
  'src/features/provider-search/web/results/shortlist-panel.tsx',
  'src/features/reports/web/view/report-table.tsx',
]

const isOutsideTables = ({ path }: Source) => !path.startsWith(tableFolder)

/** Besides the storage module: the map library has its own events. */
const subscribers = ['src/platform/web/storage.ts', 'src/features/provider-search/web/map/provider-map.tsx']

/** Caches and singletons, which no component renders. */
const moduleVariables = [
  'src/features/provider-search/web/map/map-section.tsx',
  'src/platform/web/api-client.ts',
  'src/platform/web/bootstrap-data.ts',
  'src/platform/web/document/document-window.ts',
  'src/platform/web/table/table-columns.ts',
]

/**
 * Writes that no component makes: the renewal of a token, the ticket of a document and the log entry before a
 * download, which its caller's mutation includes.
 */
const writers = [
  'src/app/web/pages/document-launcher.tsx',
  'src/features/sign-in/web/token-renewal.ts',
  'src/platform/web/table/export-menu.tsx',
]
const mayRemoveQueries = [
  'src/features/clients/web/configuration-store.ts',
  'src/app/web/staff-shell/session-watcher.tsx',
]
/** The first words of contracts that only read. */
const readingContract = /^(list|get|find|read|show|open|search|geocode)/

/** Each of these mechanisms exists once; the rules reject a second one. */
export const webRules: Rule[] = [
  {
    title: 'only the storage module accesses local and session storage',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/storage.ts',
    violations: findMatches(/\b(localStorage|sessionStorage)\b/),
    fixture: {
      path: 'src/features/billing/web/billing-summary.tsx',
      text: "window.sessionStorage.setItem('dates', dates)",
    },
  },
  {
    title: 'only the storage module handles storage events',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/storage.ts',
    violations: findMatches(/addEventListener\(\s*['"`]storage['"`]|\bonstorage\b/),
    fixture: {
      path: 'src/app/web/staff-shell/session-watcher.tsx',
      text: "addEventListener('storage', ({ key }) => key === 'currentClient' && followClient())",
    },
  },
  {
    title: 'only the token store accesses the portal token in storage',
    appliesTo: (source) => ships(source) && source.path !== 'src/features/sign-in/web/token-store.ts',
    violations: findMatches(/['"`]userToken['"`]|\buserTokenKey\b/),
    fixture: {
      path: 'src/features/provider-search/web/email/email-modal.tsx',
      text: "const nameStore = localStore('userToken', z.object({ name: z.string() }))",
    },
  },
  {
    title: 'only the storage module subscribes a component to a store',
    appliesTo: (source) => isWeb(source) && !subscribers.includes(source.path),
    violations: findMatches(/\buseSyncExternalStore\b/),
    fixture: {
      path: 'src/features/clients/web/home-page.tsx',
      text: 'const client = useSyncExternalStore(currentClientStore.subscribe, currentClientStore.get)',
    },
  },
  {
    title: 'state shared by components is in a store, not in a variable of a module',
    appliesTo: (source) => isWeb(source) && !moduleVariables.includes(source.path),
    violations: findMatches(/^(export )?let /),
    fixture: {
      path: 'src/platform/web/error-notice.tsx',
      text: 'let current: Notice | undefined',
    },
  },
  {
    title: 'only the API client sends requests, besides the check whether the portal is reachable',
    appliesTo: (source) =>
      isWeb(source) && !['src/platform/web/api-client.ts', 'src/app/web/load-page.ts'].includes(source.path),
    violations: findMatches(/\bfetch\(/),
    fixture: {
      path: 'src/platform/web/document/document-page.tsx',
      text: "const answer = await fetch(path, { method: 'POST', headers, body, signal })",
    },
  },
  {
    title: 'only the module of background queries polls, except for the VOB form',
    appliesTo: (source) =>
      isWeb(source) &&
      !['src/platform/web/background-query.ts', 'src/features/vob/web/vob-wizard.tsx'].includes(source.path),
    violations: findMatches(/\brefetchInterval\b/),
    fixture: {
      path: 'src/features/reports/web/report-runs.tsx',
      text: 'useQuery({ queryKey, queryFn, refetchInterval: 1000 })',
    },
  },
  {
    title: 'only the document launcher requests tickets',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/app/web/pages/document-launcher.tsx',
    violations: findMatches(/\bcreateTicket\b/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: 'const requestTicket = async (document) => (await call(createTicket, document)).ticket',
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
  {
    title: 'only the form module imports react-hook-form',
    appliesTo: (source) => ships(source) && !source.path.startsWith('src/platform/web/form/'),
    violations: findMatches(/['"]react-hook-form\b/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: "const { useForm } = await import('react-hook-form')",
    },
  },
  {
    title: 'only the form module renders forms',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/form/form.tsx',
    violations: findMatches(/<form\b/),
    fixture: {
      path: 'src/features/clients/web/client-selector.tsx',
      text: '<form className={classes.choice} onSubmit={go}>',
    },
  },
  {
    title: 'only the data table uses the table library',
    appliesTo: (source) => isWeb(source) && isOutsideTables(source),
    violations: findMatches(/@tanstack\/react-table/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: ["import { useTable } from '@tanstack", "react-table'"].join('/'),
    },
  },
  {
    title: 'only the data table renders lists as tables',
    appliesTo: (source) => isWeb(source) && isOutsideTables(source) && !staticTables.includes(source.path),
    violations: findMatches(/<(table|Table)\b/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: '<table aria-label={messages.bills}>',
    },
  },
  {
    title: 'only routes.tsx says which address shows which page',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/app/web/routes.tsx',
    violations: findMatches(/\bcreate(Root|File)?Route\(/),
    fixture: {
      path: 'src/features/billing/web/billing.tsx',
      text: "export const route = createRoute({ ...underRoot, path: '/billing' })",
    },
  },
  {
    title: 'only removeClientQueries, and the end of a session, remove queries',
    appliesTo: (source) => isWeb(source) && !mayRemoveQueries.includes(source.path),
    violations: findMatches(/\.removeQueries\(/),
    fixture: {
      path: 'src/features/clients/web/open-client.ts',
      text: "queries.removeQueries({ type: 'inactive' })",
    },
  },
  {
    title: 'only focusOrMain moves the focus to the main content',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/content-states.tsx',
    violations: findMatches(/querySelector(<\w+>)?\(['"`]main['"`]\)/),
    fixture: {
      path: 'src/features/vob/web/vob-action.tsx',
      text: "document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })",
    },
  },
  {
    title: 'only isOnTop looks for open dialogs',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/platform/web/use-return-focus.ts',
    violations: findMatches(/\[aria-modal/),
    fixture: {
      path: 'src/features/authorizations/web/review/use-review-shortcuts.ts',
      text: 'const dialogs = document.querySelectorAll(\'[aria-modal="true"]\')',
    },
  },
  {
    title: 'a page writes through useMutation',
    appliesTo: (source) => isWeb(source) && !writers.includes(source.path),
    violations: findWritesOutsideMutations,
    fixture: {
      path: 'src/features/vob/web/records/withdraw-modal.tsx',
      text: [
        'useMutation({ mutationFn: (reason: string) => call(withdrawVob, { number, reason }) })',
        'useQuery({ queryFn: ({ signal }) => call(listVobs, filter, signal) })',
        'const withdraw = async () => (await call(withdrawVob, { number, reason })).number',
      ].join('\n'),
    },
  },
  {
    title: 'only the configuration store loads the client configuration',
    appliesTo: (source) => isWeb(source) && source.path !== 'src/features/clients/web/configuration-store.ts',
    violations: findMatches(/\bgetClientConfiguration\b/),
    fixture: {
      path: 'src/features/vob/web/vob-modal.tsx',
      text: 'queryFn: () => call(getClientConfiguration, { clientId })',
    },
  },
]

/** Finds calls of writing contracts that are not part of the options of `useMutation`, or of the decision’s variant. */
function findWritesOutsideMutations(source: Source): string[] {
  const calls = nodesOf(source).filter(({ type }) => type === 'CallExpression')
  const mutations = calls.filter((node) => /^use(Quiet)?Mutation$/.test(calleeName(node) ?? ''))
  const isInMutation = ({ span }: SyntaxNode) =>
    mutations.some((mutation) => mutation.span.start <= span.start && span.end <= mutation.span.end)
  return calls.flatMap((node) => {
    const [first] = node.arguments as { expression: SyntaxNode & { value?: string } }[]
    const contract = first?.expression.type === 'Identifier' ? (first.expression.value ?? '') : ''
    const isWrite =
      ['call', 'callForBytes'].includes(calleeName(node) ?? '') && contract && !readingContract.test(contract)
    // A variable names no contract; the queries that use one only read.
    if (!isWrite || contract === 'contract' || isInMutation(node)) return []
    return [`${lineOf(source, node)}: call(${contract})`]
  })
}

const calleeName = (node: SyntaxNode) => (node.callee as { value?: string }).value
