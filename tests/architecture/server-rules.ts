import { occurrences, type Rule } from './rule.ts'
import { isCode, type Source, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode } from './syntax.ts'

const among =
  (...places: string[]) =>
  ({ path }: Source) =>
    places.some((place) => path.startsWith(place))

const readsTheEnvironment = among(
  'src/platform/server/settings.ts',
  'src/platform/contract/clock.ts',
  'src/app/main.ts',
  'src/app/cli.ts',
  'src/app/commands.ts',
)
/** These query the database, and their JSON does not go there. */
const makesOtherJson = among(
  'src/features/cases/server/cases-seed.ts',
  'src/features/members/server/login-throttle.ts',
  'src/platform/server/command-line/audit-export.ts',
  'src/features/provider-search/server/provider-filter.ts',
)
const keepsTime = among('src/platform/contract/clock.ts', 'src/platform/server/embedded/')
const makesScopes = among('src/features/sign-in/', 'tests/support/')
/** What says which clients' rows a connection sees, and the place that may: a call within its scope, an import, a report that is made beside. */
const admittedRows = [
  ['client_codes', 'src/platform/server/database.ts'],
  ['every_client', 'src/platform/server/csv-import/import-lock.ts'],
  ['makes_reports', 'src/features/reports/server/runs/run-queries.ts'],
] as const
/** Migrations, restores and network tables: DDL statements take no parameters. */
const definesTables = among(
  'src/platform/server/backup/restore-tables.ts',
  'src/platform/server/migrations.ts',
  'src/features/provider-search/server/directory-queries.ts',
  'src/features/provider-search/server/roster/staging-tables.ts',
  'src/features/provider-search/server/roster/network-tables.ts',
)

export const serverRules: Rule[] = [
  {
    sentence: 'values reach SQL as bind parameters only',
    holdsIn: ships,
    offences: (source) => [
      ...(definesTables(source) ? [] : occurrences(/\bsql\.(raw|lit)\b/)(source)),
      ...nodesOf(source)
        .filter(isQueryWithText)
        .map((node) => `${lineOf(source, node)}: text is put together into a query`),
    ],
    planted: {
      path: 'src/features/billing/server/bill-queries.ts',
      text: ['client.query(`select * from bill where itn = $', '{itn}`)'].join(''),
    },
  },
  {
    sentence: 'JSON for queries is created by jsonOf',
    holdsIn: (source) => ships(source) && !makesOtherJson(source) && /\bsql`/.test(source.text),
    offences: occurrences(/\bJSON\.stringify\(/),
    planted: {
      path: 'src/features/vob/server/issued-vobs.ts',
      text: [
        'const kept = JSON.stringify(fields)',
        'sql`insert into vob (fields) values ($',
        '{kept})`',
      ].join('\n'),
    },
  },
  {
    sentence: 'only sign-in creates a client scope',
    holdsIn: (source) => isCode(source) && !makesScopes(source) && !among('tests/architecture/')(source),
    offences: occurrences(/\bas ClientScope\b/),
    planted: {
      path: 'src/features/billing/server/routes.ts',
      text: 'const scope = [input.client] as ClientScope',
    },
  },
  ...admittedRows.map(
    ([setting, place]): Rule => ({
      sentence: `only the listed files select the visible clients: ${setting}`,
      holdsIn: (source) => ships(source) && isCode(source) && !among(place)(source),
      offences: occurrences(new RegExp(`\\bportal\\.${setting}\\b`)),
      planted: {
        path: 'src/features/cases/server/import/import-cases.ts',
        text: `sql\`select set_config('portal.${setting}', 'ACME1', false)\``,
      },
    }),
  ),
  {
    sentence: 'only one module reads the environment',
    holdsIn: (source) => ships(source) && !readsTheEnvironment(source),
    offences: occurrences(/\bprocess\??\.env\b/),
    planted: { path: 'src/features/billing/server/routes.ts', text: 'const zone = process.env.TZ' },
  },
  {
    sentence: 'the product has one clock',
    holdsIn: (source) => ships(source) && !keepsTime(source),
    offences: occurrences(/\bDate\.now\(|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/),
    planted: { path: 'src/features/billing/rules.ts', text: 'const today = new Date()' },
  },
  {
    sentence: 'nothing that ships exports by default',
    holdsIn: ships,
    offences: occurrences(/^export default\b|\bas default\b/),
    planted: { path: 'src/features/billing/rules.ts', text: 'export default function savingsOf() {}' },
  },
]

/** `….query(…)` whose first argument is a template with placeholders, or concatenated text. */
function isQueryWithText(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = node.callee as SyntaxNode & { property?: { value?: string } }
  if (callee.property?.value !== 'query') return false
  const [first] = node.arguments as { expression: SyntaxNode & { expressions?: unknown[] } }[]
  return first !== undefined && isPutTogether(first.expression)
}

const isPutTogether = (text: SyntaxNode & { expressions?: unknown[] }) =>
  text.type === 'BinaryExpression' ? text.operator === '+' : (text.expressions?.length ?? 0) > 0
