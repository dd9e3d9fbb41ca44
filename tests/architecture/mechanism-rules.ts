import { findMatches, type Rule } from './rule.ts'
import { isStyle, type Source, ships } from './source.ts'

/** Background loops use the poll worker; these files wait once, retry, or yield to other work. */
const mayUseTimerPromises = [
  'src/platform/jobs/poll-worker.ts',
  'src/platform/concurrency/sleep.ts',
  'src/platform/http/monitoring-routes.ts',
  'src/platform/http/page-routes.ts',
  'src/platform/db/pg-client.ts',
  'src/platform/db/database-context.ts',
  'src/embedded-postgres/pg-process.ts',
  'src/embedded-postgres/usage-locks.ts',
  'src/features/provider-search/server/roster/sort-batches.ts',
  'src/features/provider-search/server/roster/apply-import.ts',
]
/** Each timer of these files limits one operation, or watches one process. */
const mayUseTimers = [
  'src/app/start-portal.ts',
  'src/embedded-postgres/embedded-postgres.ts',
  'src/features/reports/server/runs/run-routes.ts',
  'src/platform/http/http-server.ts',
  'src/platform/http/rate-limit/rate-limit-store.ts',
  'src/platform/http/response-timeout.ts',
  'src/platform/pdf/document-service/pdf-worker-pool.ts',
  'src/platform/pdf/render-pool.ts',
  'src/platform/pdf/streaming/streaming-renderer.ts',
]
/** One copies rows into tables; the other copies whole tables into backups. */
const mayCopyRows = ['src/platform/db/copy-into.ts', 'src/platform/backup/create-backup.ts']
/** Modules that only render workers load. */
const mayUseReactPdf = ({ path }: Source) =>
  path.startsWith('src/platform/pdf/') || /-(document|template|layout)\.tsx?$/.test(path)
const mayAccessGuards = ['src/app/server.ts', 'src/platform/http/register-endpoint.ts']
const mayAddRoutes = ['src/platform/http/register-endpoint.ts', 'src/platform/http/register-open-api.ts']

/** The serial queue itself, and an import that waits for its one write in progress. */
const mayKeepPromises = [
  'src/platform/concurrency/serial-queue.ts',
  'src/features/provider-search/server/roster/sort-batches.ts',
]
/** A promise that is replaced by what follows it, or a variable that begins as an empty chain. */
const isPromiseChain =
  /\b([\w.]+)\s*=\s*\1\??\s*\.(then|catch|finally)\(|\blet \w+(: [^=\n]+)? = Promise\.resolve\(|\?\? Promise\.resolve\([^)]*\)\)\s*\.(then|catch|finally)\(/

/** Each of these mechanisms exists once; the rules reject a second one. */
export const mechanismRules: Rule[] = [
  {
    title: 'background loops use the poll worker instead of timers',
    appliesTo: ships,
    exceptions: mayUseTimerPromises,
    violations: findMatches(/['"](node:)?timers\/promises['"]/),
    fixture: {
      path: 'src/features/reports/server/runs/run-worker.ts',
      text: "import { setTimeout as delay } from 'node:timers/promises'",
    },
  },
  {
    title: 'background loops use the poll worker instead of callbacks of timers',
    appliesTo: (source) => ships(source) && !source.path.includes('/web/'),
    exceptions: mayUseTimers,
    violations: findMatches(/\bset(Timeout|Interval)\(/),
    fixture: {
      path: 'src/features/reports/server/runs/run-worker.ts',
      text: 'const next = () => setTimeout(() => void poll().finally(next), 1000)',
    },
  },
  {
    title: 'only the delivery loop claims the next due row',
    appliesTo: ships,
    exceptions: ['src/platform/jobs/deliver-due-items.ts'],
    violations: findMatches(/\blimit 1\s+for update skip locked\b/i),
    fixture: {
      path: 'src/features/authorizations/server/backoffice/notification-worker.ts',
      text: ['order by due_at', 'limit 1', '  for update skip locked`'].join('\n'),
    },
  },
  {
    title: 'notes and comments of staff are written by writeNoteOnce',
    appliesTo: (source) => ships(source) && source.path.includes('/server/'),
    exceptions: ['src/features/clients/server/write-note.ts'],
    violations: findMatches(/\bvalidateNoteText\b/),
    fixture: {
      path: 'src/features/vob/server/record-routes.ts',
      text: 'const fault = validateNoteText(reason, messages)',
    },
  },
  {
    title: 'only periodStart defines the lengths of periods',
    appliesTo: ships,
    exceptions: ['src/platform/contract/clock.ts'],
    violations: findMatches(/\bquarter: 90\b/),
    fixture: {
      path: 'src/features/vob/server/record-routes.ts',
      text: 'const periodDays = { month: 30, quarter: 90, year: 365 }',
    },
  },
  {
    title: 'only the contract of authorizations has the schema of an ITN in requests',
    appliesTo: ships,
    exceptions: ['src/features/authorizations/contract.ts'],
    violations: findMatches(/\bitn\s*[:=]\s*z\.string\(\)\.trim\(/i),
    fixture: {
      path: 'src/features/billing/contract.ts',
      text: 'const ITN = z.string().trim().min(1).max(40)',
    },
  },
  {
    title: 'only portalOrigin derives the origin of the portal from its settings',
    appliesTo: ships,
    exceptions: ['src/features/sign-in/server/identity-provider.ts'],
    violations: findMatches(/\$\{HOST\}:\$\{PORT\}/),
    fixture: {
      path: 'src/features/authorizations/server/queue-email/queue-email-worker.ts',
      text: ['`http://$', '{HOST}:$', '{PORT}`'].join(''),
    },
  },
  {
    title:
      'only the start of a session sets its statement timeout, for the connection waits only a little longer',
    appliesTo: ships,
    exceptions: ['src/platform/db/pg-client.ts'],
    violations: findMatches(/\bstatement_timeout\b/),
    fixture: {
      path: 'src/features/reports/server/render-report.ts',
      text: "sql`select set_config('statement_timeout', '600000', true)`",
    },
  },
  {
    title: 'only copyInto copies rows into tables, and backups copy them out',
    appliesTo: ships,
    exceptions: mayCopyRows,
    violations: findMatches(/['"]pg-copy-streams['"]/),
    fixture: {
      path: 'src/features/billing/server/import-bills.ts',
      text: "import { from as copyFrom } from 'pg-copy-streams'",
    },
  },
  {
    title: 'only copyInto writes a COPY statement that reads rows',
    appliesTo: ships,
    exceptions: ['src/platform/db/copy-into.ts'],
    violations: findMatches(/\bcopy\b[^;]{0,200}?\bfrom\s+stdin\b/i),
    fixture: {
      path: 'src/platform/backup/create-backup.ts',
      text: ['copy bill (itn)', '  from stdin with (freeze)'].join('\n'),
    },
  },
  {
    title: 'only documents, templates and layouts use react-pdf',
    appliesTo: (source) => ships(source) && !mayUseReactPdf(source),
    violations: findMatches(/['"]@react-pdf\//),
    fixture: {
      path: 'src/features/billing/server/routes.ts',
      text: "import { renderToBuffer } from '@react-pdf/renderer'",
    },
  },
  {
    title: 'only the modules of PDFs use pdfkit',
    appliesTo: ships,
    exceptions: ['src/platform/pdf/'],
    violations: findMatches(/['"]pdfkit['"]/),
    fixture: {
      path: 'src/features/billing/server/invoice-document.ts',
      text: "import { PDFDocument } from 'pdfkit'",
    },
  },
  {
    title: 'only the server composes guards, and only registerEndpoint runs them',
    appliesTo: ships,
    exceptions: mayAccessGuards,
    violations: findMatches(/\.guards\b/),
    fixture: {
      path: 'src/features/billing/server/routes.ts',
      text: "app.addHook('preHandler', app.guards.staff)",
    },
  },
  {
    title: 'only registerEndpoint adds routes of the API',
    appliesTo: ships,
    exceptions: mayAddRoutes,
    violations: findMatches(/\.(route\(|(get|post|put|patch|delete|all)\(\s*['"`]\/api\/)/),
    fixture: {
      path: 'src/features/billing/server/routes.ts',
      text: "app.get('/api/bills', () => listBills(db))",
    },
  },
  {
    title: 'routes take the app and one object of dependencies, so that one table can register them',
    appliesTo: ships,
    violations: findMatches(/\bfunction \w+Routes\(\s*\w+: FastifyInstance,(?!\s*(\{|deps: ))/),
    fixture: {
      path: 'src/features/billing/server/routes.ts',
      text: 'function billRoutes(\n  app: FastifyInstance,\n  db: Database,\n) {',
    },
  },
  {
    title: 'a queue belongs to the app that uses it, not to its module',
    appliesTo: ships,
    violations: findMatches(/^(export )?(const|let) \w+[^=\n]*=\s*create(Fair|Search|Serial)Queue\(/),
    fixture: {
      path: 'src/features/reports/server/routes.ts',
      text: 'export const enqueue =\n  createFairQueue({ concurrency: 4 })',
    },
  },
  {
    title: 'only the fair queue keeps a list of waiting callers',
    appliesTo: ships,
    exceptions: ['src/platform/concurrency/fair-queue.ts'],
    violations: findMatches(/\.push\(\s*\{?\s*resolve\b|\{ \.\.\.Promise\.withResolvers/),
    fixture: {
      path: 'src/features/reports/server/routes.ts',
      text: 'if (running >= limit) await new Promise((resolve) => waiting.push(resolve))',
    },
  },
  {
    title: 'work that waits for other work is in a fair or serial queue, not in a chain of promises',
    appliesTo: ships,
    exceptions: mayKeepPromises,
    violations: findMatches(isPromiseChain),
    fixture: {
      path: 'src/platform/db/analytics.ts',
      text: 'writing = writing\n  .catch(() => {})\n  .then(writeCounts)',
    },
  },
  {
    title: 'styles for the whole page depend on attributes, not on what the page contains (decision 100)',
    appliesTo: (source) => isStyle(source) && source.path.startsWith('src/'),
    violations: (source) =>
      findMatches(/(\b(html|body)|:root)\)?:has\(/)({ ...source, text: onScreen(source.text) }),
    fixture: {
      path: 'src/app/web/shell/layout.module.css',
      text: ':global(html):has(.bar) main {\n  padding: 0;\n}\n@media print {\n  body:has(.sheet) {\n    margin: 0;\n  }\n}',
    },
  },
  {
    title: 'only the loader of PDFs loads the code that draws them',
    appliesTo: ships,
    exceptions: ['src/platform/web/document/fetch-document.ts'],
    violations: findMatches(/import\(\s*['"`][^'"`]*pdf-renderer\.ts['"`]\)(?!\.)/),
    fixture: {
      path: 'src/features/members/web/card-image.ts',
      text: "const code = await import('#platform/web/pdf/pdf-renderer.ts')",
    },
  },
]

/** Removes what counts only for print, but keeps the lines. */
const onScreen = (css: string) => css.replace(/@media print \{.*?\n\}/gs, (block) => block.replace(/.+/g, ''))
