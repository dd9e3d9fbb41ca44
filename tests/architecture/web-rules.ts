import { findMatches, type Rule } from './rule.ts'
import { isWeb, type Source, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode } from './syntax.ts'

const tableFolder = 'src/platform/web/table/'
/** Tables with fixed content. They do not grow, and have no sorting or pages. */
const staticTables = [
  'src/app/web/developers/endpoint-description.tsx',
  'src/features/billing/web/billing-summary.tsx',
  'src/features/provider-search/web/results/comparison.tsx',
  'src/features/provider-search/web/results/print-sheet.tsx',
  'src/features/reports/web/view/report-table.tsx',
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
    title: 'only the API client sends requests, besides the check whether the portal is reachable',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/api-client.ts', 'src/app/web/load-page.ts'],
    violations: findMatches(/\bfetch\(/),
    fixture: {
      path: 'src/platform/web/document/document-page.tsx',
      text: "const answer = await fetch(path, { method: 'POST', headers, body, signal })",
    },
  },
  {
    title: 'only the module of background queries polls, except for the VOB form',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/background-query.ts', 'src/features/vob/web/vob-wizard.tsx'],
    violations: findMatches(/\brefetchInterval\b/),
    fixture: {
      path: 'src/features/reports/web/report-runs.tsx',
      text: 'useQuery({ queryKey, queryFn, refetchInterval: 1000 })',
    },
  },
  {
    title: 'only the document launcher requests tickets',
    appliesTo: isWeb,
    exceptions: ['src/app/web/pages/document-launcher.tsx'],
    violations: findMatches(/\bcreateTicket\b/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: 'const requestTicket = async (request) => (await call(createTicket, request)).ticket',
    },
  },
  {
    title: 'no page calls an endpoint with sensitive data in its URL',
    appliesTo: isWeb,
    violations: findMatches(/\/specified-contract\.ts'/),
    fixture: {
      path: 'src/features/authorizations/web/pdf/bill-pdf.tsx',
      text: "import { openItnPdfByUrl } from '../../specified-contract.ts'",
    },
  },
  {
    title: 'no page has a bill, a case number, a patient or a street in the query of its address',
    appliesTo: isWeb,
    violations: findMatches(
      /\bsearch(: |=\{)[^\n]*\{[^}\n]*\b(itn|itnNumber|incidentNumber|patient\w*|street|address)\b/,
    ),
    fixture: {
      path: 'src/app/web/pages/staff/authorization-page.tsx',
      text: "void navigate({ to: '/authorization', search: () => ({ itn: openItn }), replace: true })",
    },
  },
  {
    title: 'only main.tsx adds middleware to the API client',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/api-client.ts', 'src/app/web/main.tsx'],
    violations: findMatches(/\bapiMiddleware\b/),
    fixture: {
      path: 'src/app/web/staff-shell/staff-module.ts',
      text: 'apiMiddleware.push(addClientId)',
    },
  },
  {
    title: 'only the form module imports react-hook-form',
    appliesTo: ships,
    exceptions: ['src/platform/web/form/'],
    violations: findMatches(/['"]react-hook-form\b/),
    fixture: {
      path: 'src/features/vob/web/vob-wizard.tsx',
      text: "const { useForm } = await import('react-hook-form')",
    },
  },
  {
    title: 'only the busy button shows that something is loading: Mantine’s button loses the focus',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/form/busy-button.tsx'],
    violations: findLoadingButtons,
    fixture: {
      path: 'src/features/reports/web/report-run-page.tsx',
      text: 'const cancel = <Button variant="default" leftSection={<Icon />} loading={isCancelling} />',
    },
  },
  {
    title: 'only the form module renders forms',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/form/form.tsx'],
    violations: findMatches(/<form\b/),
    fixture: {
      path: 'src/features/clients/web/client-selector.tsx',
      text: '<form className={classes.choice} onSubmit={go}>',
    },
  },
  {
    title: 'only the data table uses the table library',
    appliesTo: isWeb,
    exceptions: [tableFolder],
    violations: findMatches(/@tanstack\/react-table/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: ["import { useTable } from '@tanstack", "react-table'"].join('/'),
    },
  },
  {
    title: 'only the data table renders lists as tables',
    appliesTo: isWeb,
    exceptions: [tableFolder, ...staticTables],
    violations: findMatches(/<(table|Table)\b/),
    fixture: {
      path: 'src/features/billing/web/bill-list.tsx',
      text: '<table aria-label={messages.bills}>',
    },
  },
  {
    title: 'only routes.tsx says which address shows which page',
    appliesTo: isWeb,
    exceptions: ['src/app/web/routes.tsx'],
    violations: findMatches(/\bcreate(Root|File)?Route\(/),
    fixture: {
      path: 'src/features/billing/web/billing.tsx',
      text: "export const route = createRoute({ ...underRoot, path: '/billing' })",
    },
  },
  {
    title: 'only removeClientQueries, and the end of a session, remove queries',
    appliesTo: isWeb,
    exceptions: mayRemoveQueries,
    violations: findMatches(/\.removeQueries\(/),
    fixture: {
      path: 'src/features/clients/web/open-client.ts',
      text: "queries.removeQueries({ type: 'inactive' })",
    },
  },
  {
    title: 'only focusOrMain moves the focus to the main content',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/content-states.tsx'],
    violations: findMatches(/querySelector(<\w+>)?\(['"`]main['"`]\)/),
    fixture: {
      path: 'src/features/vob/web/vob-action.tsx',
      text: "document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })",
    },
  },
  {
    title: 'only findTopDialog looks for open dialogs',
    appliesTo: isWeb,
    exceptions: ['src/platform/web/use-return-focus.ts'],
    violations: findMatches(/\[aria-modal/),
    fixture: {
      path: 'src/features/authorizations/web/review/use-review-shortcuts.ts',
      text: 'const dialogs = document.querySelectorAll(\'[aria-modal="true"]\')',
    },
  },
  {
    title: 'a page writes through useMutation',
    appliesTo: isWeb,
    exceptions: writers,
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
    appliesTo: isWeb,
    exceptions: ['src/features/clients/web/configuration-store.ts'],
    violations: findMatches(/\bgetClientConfiguration\b/),
    fixture: {
      path: 'src/features/vob/web/vob-modal.tsx',
      text: 'queryFn: () => call(getClientConfiguration, { clientId })',
    },
  },
]

/** Where decisions are sent, with the variant of `useMutation` that renders nothing (decision 99). */
const quietWriter = 'src/features/authorizations/web/review/use-submit-decision.ts'

/** Finds calls of writing contracts that are not part of the options of `useMutation`, or of the decision’s variant. */
function findWritesOutsideMutations(source: Source): string[] {
  const calls = nodesOf(source).filter(({ type }) => type === 'CallExpression')
  const hooks = ['useMutation', ...(source.path === quietWriter ? ['useQuietMutation'] : [])]
  const mutations = calls.filter((node) => hooks.includes(calleeName(node) ?? ''))
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

/** Finds Mantine buttons with `loading`, which disables them. */
function findLoadingButtons(source: Source): string[] {
  return nodesOf(source).flatMap((node) => {
    if (node.type !== 'JSXOpeningElement' || !['Button', 'ActionIcon'].includes(nameOfTag(node))) return []
    const attributes = node.attributes as { name?: { value?: string } }[]
    return attributes.some(({ name }) => name?.value === 'loading')
      ? [`${lineOf(source, node)}: loading`]
      : []
  })
}

const nameOfTag = ({ name }: SyntaxNode): string => (name as { value?: string }).value ?? ''
