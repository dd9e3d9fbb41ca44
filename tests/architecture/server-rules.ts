import { findMatches, type Rule } from './rule.ts'
import { isCode, isIn, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode } from './syntax.ts'

const mayReadEnvironment = [
  'src/platform/config/settings.ts',
  'src/platform/contract/clock.ts',
  'src/app/main.ts',
  'src/app/cli.ts',
  'src/app/commands.ts',
]
/** These files query the database but do not send it the JSON they create. */
const mayStringifyJson = [
  'src/features/audit/server/audit-command.ts',
  'src/features/cases/server/cases-seed.ts',
  'src/features/geography/server/load-geography.ts',
  'src/features/members/server/login-throttle.ts',
  'src/features/retention/server/export-person.ts',
  'src/platform/db/audit-archive-file.ts',
  'src/features/provider-search/server/provider-filter.ts',
]
const mayReadClock = ['src/platform/contract/clock.ts', 'src/embedded-postgres/']
/** The connections and transactions of a database are objects of libraries. */
const mayUseWeakMaps = isIn('src/platform/db/')
const mayCreateScopes = ['src/features/sign-in/', 'tests/support/']
/** Settings that determine which clients' rows a connection sees, and the only file that may set each. */
const visibilitySettings = [
  ['client_codes', 'src/platform/db/database.ts'],
  ['every_client', 'src/platform/db/bypass-tenant-filter.ts'],
  ['makes_reports', 'src/features/reports/server/runs/run-queries.ts'],
] as const
/** DDL statements take no parameters. */
const mayUseRawSql = isIn(
  'src/platform/backup/restore-backup.ts',
  'src/platform/db/migrations.ts',
  'src/features/provider-search/server/directory/directory-store.ts',
  'src/features/provider-search/server/roster/staging-tables.ts',
)
/** The first has the helpers. The others lock for as long as a session lasts, or lock each row that a query finds. */
const mayTryAdvisoryLocks = [
  'src/platform/db/database.ts',
  'src/platform/db/pg-client.ts',
  'src/platform/import/import-runs.ts',
  'src/features/provider-search/server/roster/staging-tables.ts',
]

/** See the mechanisms in docs/ARCHITECTURE.md: files that are imported, rosters, the geography data, and restores. */
const mayCopyInto = [
  'src/platform/db/copy-into.ts',
  'src/platform/import/load-staging.ts',
  'src/features/provider-search/server/roster/copy-rows.ts',
  'src/features/geography/server/load-geography.ts',
  'src/platform/backup/restore-backup.ts',
]

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
    appliesTo: (source) => ships(source) && /\bsql`/.test(source.text),
    exceptions: mayStringifyJson,
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
    appliesTo: isCode,
    exceptions: [...mayCreateScopes, 'tests/architecture/'],
    violations: findMatches(/\bas ClientScope\b|\bclientScope\b/),
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
    title: 'only imported files, rosters, geography data and restores are copied into tables',
    appliesTo: ships,
    exceptions: mayCopyInto,
    violations: findMatches(/\bcopyInto\(/),
    fixture: {
      path: 'src/features/billing/server/import-bills.ts',
      text: "await copyInto(client, { table: 'bill' }, rows)",
    },
  },
  {
    title: 'advisory locks are tried by tryAdvisoryLock and trySharedAdvisoryLock',
    appliesTo: ships,
    exceptions: mayTryAdvisoryLocks,
    violations: findMatches(/\bpg_try_advisory_/i),
    fixture: {
      path: 'src/features/reports/server/runs/run-worker.ts',
      text: "sql`select pg_try_advisory_xact_lock(hashtext('report runs'))`",
    },
  },
  {
    title: 'only one module reads the environment',
    appliesTo: ships,
    exceptions: mayReadEnvironment,
    violations: findMatches(/\bprocess\??\.env\b/),
    fixture: { path: 'src/features/billing/server/routes.ts', text: 'const zone = process.env.TZ' },
  },
  {
    title: 'only the clock module reads the time',
    appliesTo: ships,
    exceptions: mayReadClock,
    violations: findMatches(/\bDate\.now\(|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/),
    fixture: { path: 'src/features/billing/rules.ts', text: 'const today = new Date()' },
  },
  {
    title: 'past times are computed by timeAgo of the clock module',
    appliesTo: ships,
    exceptions: ['src/platform/contract/clock.ts'],
    violations: findMatches(/\bnew Date\(\s*now\(\)\.getTime\(\) -/),
    fixture: {
      path: 'src/features/billing/rules.ts',
      text: 'const since = new Date(now().getTime() - dayMs)',
    },
  },
  {
    title: 'state of requests and responses is kept in their typed properties, not in a WeakMap',
    appliesTo: isCode,
    exceptions: ['tests/architecture/'],
    violations: (source) =>
      findMatches(mayUseWeakMaps(source) ? /\bWeakMap<FastifyRequest\b/ : /\bWeakMap\b/)(source),
    fixture: {
      path: 'src/features/members/server/member-sessions.ts',
      text: 'const members = new WeakMap<object, Member>()',
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
