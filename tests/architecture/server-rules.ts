import { findMatches, type Rule } from './rule.ts'
import { isCode, type Source, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode } from './syntax.ts'

const isIn =
  (...places: string[]) =>
  ({ path }: Source) =>
    places.some((place) => path.startsWith(place))

const mayReadEnvironment = isIn(
  'src/platform/config/settings.ts',
  'src/platform/contract/clock.ts',
  'src/app/main.ts',
  'src/app/cli.ts',
  'src/app/commands.ts',
)
/** These files query the database but do not send it the JSON they create. */
const mayStringifyJson = isIn(
  'src/features/cases/server/cases-seed.ts',
  'src/features/members/server/login-throttle.ts',
  'src/platform/cli/audit-export.ts',
  'src/features/provider-search/server/provider-filter.ts',
)
const mayReadClock = isIn('src/platform/contract/clock.ts', 'src/embedded-postgres/')
/** The connections and transactions of a database are objects of libraries. */
const mayUseWeakMaps = isIn('src/platform/db/')
/** Background loops use the poll worker; these files wait once, retry, or yield to other work. */
const mayUseTimerPromises = isIn(
  'src/platform/jobs/poll-worker.ts',
  'src/platform/concurrency/sleep.ts',
  'src/platform/http/health.ts',
  'src/platform/http/page-routes.ts',
  'src/platform/db/pg-client.ts',
  'src/platform/db/database-context.ts',
  'src/embedded-postgres/pg-process.ts',
  'src/embedded-postgres/usage-locks.ts',
  'src/features/provider-search/server/roster/sort-batches.ts',
  'src/features/provider-search/server/roster/apply-import.ts',
)
const mayCreateScopes = isIn('src/features/sign-in/', 'tests/support/')
/** Settings that determine which clients' rows a connection sees, and the only file that may set each. */
const visibilitySettings = [
  ['client_codes', 'src/platform/db/database.ts'],
  ['every_client', 'src/platform/import/import-lock.ts'],
  ['makes_reports', 'src/features/reports/server/runs/run-queries.ts'],
] as const
/** DDL statements take no parameters. */
const mayUseRawSql = isIn(
  'src/platform/backup/restore-tables.ts',
  'src/platform/db/migrations.ts',
  'src/features/provider-search/server/directory/directory-store.ts',
  'src/features/provider-search/server/roster/staging-tables.ts',
)

/** Tables whose rows expire, and the modules with their cleanup jobs. */
const expiring =
  'ticket|sign_in_attempt|staff_session|used_logout_token|member_session|login_throttle|wrong_card|provider_email|captcha_used|outbox|report_run'
const hasCleanupJobs = isIn(
  'src/features/sign-in/server/sign-in-cleanup.ts',
  'src/features/members/server/members-cleanup.ts',
  'src/features/provider-search/server/provider-search-cleanup.ts',
  'src/features/reports/server/runs/run-queries.ts',
  'src/platform/mail/outbox.ts',
)

export const serverRules: Rule[] = [
  {
    title: 'values reach SQL as bind parameters only',
    appliesTo: ships,
    violations: (source) => [
      ...(mayUseRawSql(source) ? [] : findMatches(/\bsql\.(raw|lit)\b/)(source)),
      ...nodesOf(source)
        .filter(isConcatenatedQuery)
        .map((node) => `${lineOf(source, node)}: query is concatenated from text`),
    ],
    fixture: {
      path: 'src/features/billing/server/bill-queries.ts',
      text: ['client.query(`select * from bill where itn = $', '{itn}`)'].join(''),
    },
  },
  {
    title: 'JSON for queries is created by toSqlJson',
    appliesTo: (source) => ships(source) && !mayStringifyJson(source) && /\bsql`/.test(source.text),
    violations: findMatches(/\bJSON\.stringify\(/),
    fixture: {
      path: 'src/features/vob/server/issued-vobs.ts',
      text: [
        'const kept = JSON.stringify(fields)',
        'sql`insert into vob (fields) values ($',
        '{kept})`',
      ].join('\n'),
    },
  },
  {
    title: 'only sign-in creates a client scope',
    appliesTo: (source) => isCode(source) && !mayCreateScopes(source) && !isIn('tests/architecture/')(source),
    violations: findMatches(/\bas ClientScope\b/),
    fixture: {
      path: 'src/features/billing/server/routes.ts',
      text: 'const scope = [input.client] as ClientScope',
    },
  },
  ...visibilitySettings.map(
    ([setting, place]): Rule => ({
      title: `only the listed files select the visible clients: ${setting}`,
      appliesTo: (source) => ships(source) && isCode(source) && !isIn(place)(source),
      violations: findMatches(new RegExp(`\\bportal\\.${setting}\\b`)),
      fixture: {
        path: 'src/features/cases/server/import/import-cases.ts',
        text: `sql\`select set_config('portal.${setting}', 'ACME1', false)\``,
      },
    }),
  ),
  {
    title: 'only one module reads the environment',
    appliesTo: (source) => ships(source) && !mayReadEnvironment(source),
    violations: findMatches(/\bprocess\??\.env\b/),
    fixture: { path: 'src/features/billing/server/routes.ts', text: 'const zone = process.env.TZ' },
  },
  {
    title: 'only the clock module reads the time',
    appliesTo: (source) => ships(source) && !mayReadClock(source),
    violations: findMatches(/\bDate\.now\(|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/),
    fixture: { path: 'src/features/billing/rules.ts', text: 'const today = new Date()' },
  },
  {
    title: 'past times are computed by timeAgo of the clock module',
    appliesTo: (source) => ships(source) && !mayReadClock(source),
    violations: findMatches(/\bnew Date\(\s*now\(\)\.getTime\(\) -/),
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: 'const since = new Date(now().getTime() - dayMs)',
    },
  },
  {
    title: 'state of requests and responses is kept in their typed properties, not in a WeakMap',
    appliesTo: (source) => isCode(source) && !isIn('tests/architecture/')(source),
    violations: (source) =>
      findMatches(mayUseWeakMaps(source) ? /\bWeakMap<FastifyRequest\b/ : /\bWeakMap\b/)(source),
    fixture: {
      path: 'src/features/members/server/member-sessions.ts',
      text: 'const members = new WeakMap<object, Member>()',
    },
  },
  {
    title: 'background loops use the poll worker instead of timers',
    appliesTo: (source) => ships(source) && !mayUseTimerPromises(source),
    violations: findMatches(/['"](node:)?timers\/promises['"]/),
    fixture: {
      path: 'src/features/reports/server/runs/run-worker.ts',
      text: "import { setTimeout as delay } from 'node:timers/promises'",
    },
  },
  {
    title: 'a queue belongs to the app that uses it, not to its module',
    appliesTo: ships,
    violations: findMatches(/^(export )?(const|let) \w+[^=\n]*=\s*create(Fair|Search)Queue\(/),
    fixture: {
      path: 'src/features/reports/server/routes.ts',
      text: 'export const enqueue =\n  createFairQueue({ concurrency: 4 })',
    },
  },
  {
    title: 'only cleanup jobs delete expired rows; requests delete a row by its key',
    appliesTo: (source) => ships(source) && !hasCleanupJobs(source),
    violations: findMatches(
      new RegExp(`\\bdelete\\s+from\\s+(${expiring})\\b(?!\\s+where\\s+key_hash = )`, 'i'),
    ),
    fixture: {
      path: 'src/features/sign-in/server/document-tickets.ts',
      text: ['sql`', 'DELETE FROM', 'ticket', 'where made_at < $1`'].join('\n'),
    },
  },
  {
    title: 'product code has no default exports',
    appliesTo: ships,
    violations: findMatches(/^export default\b|\bas default\b/),
    fixture: { path: 'src/features/billing/rules.ts', text: 'export default function savingsOf() {}' },
  },
]

/**
 * Whether a node is `….query(…)` whose first argument is a template with placeholders or concatenated text.
 */
function isConcatenatedQuery(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as SyntaxNode & { property?: { value?: string } }
  if (callee.property?.value !== 'query') return false
  const [first] = node.arguments as { expression: SyntaxNode & { expressions?: unknown[] } }[]
  return first !== undefined && isConcatenated(first.expression)
}

const isConcatenated = (text: SyntaxNode & { expressions?: unknown[] }) =>
  text.type === 'BinaryExpression' ? text.operator === '+' : (text.expressions?.length ?? 0) > 0
