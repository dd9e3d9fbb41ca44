import type { Rule } from './rule.ts'
import { type Source, ships } from './source.ts'
import { lineOf, nodesOf, type SyntaxNode, textOf } from './syntax.ts'

/** Erasure has periods that a person sets, and audits each run (decision 82); archives move old entries into files. */
const mayDeleteByAge = [
  'src/features/retention/server/run-retention.ts',
  'src/platform/db/audit-archive-file.ts',
]

/** Matches SQL and parameters that refer to a time, whatever the column is called. */
const timePattern =
  /\b(now|timeAgo|interval|(current|clock|statement|transaction)_(timestamp|date)|localtimestamp|age|\w*Date|\w*(expire|expiry|until|since|before|older|oldest|earliest|minute|hour|day|week|month|year)\w*|\w+_(at|on|time)|\w*(At|Ms|Time))\b/i
const comparisonPattern = /[<>]=?|\bbetween\b/i
/** Redeeming a ticket or attempt by its key is not cleanup, even if the condition also checks its age. */
const byKeyPattern = /^delete\s+from\s+\w+\s+where\s+key_hash\s*=/i

/**
 * A delete that trims a list of fixed length is not by age, and belongs to the write that adds to the list, such as that of
 * the recent cases of a person (`recordOpening` in src/features/cases/server/case-details-queries.ts).
 */
export const cleanupRules: Rule[] = [
  {
    title: 'only cleanup jobs delete rows by their age',
    appliesTo: ships,
    exceptions: mayDeleteByAge,
    violations: findDeletesByAge,
    fixture: {
      path: 'src/features/authorizations/server/queue-queries.ts',
      text: [
        'const oldest = timeAgo(leaseMs)\n',
        'const isOver = sql`opened < $',
        '{oldest}`\nconst end = (db: Database) => execute(db, sql`with gone as (DELETE\n FROM lease where $',
        '{isOver} returning *) select count(*) from gone where itn < 5`)',
        '\nexport const jobs: CleanupJob[] = [{ statements: () => [sql`delete from lease where $',
        '{isOver}`] }]\nconst other = sql`delete from lease where position < $',
        '{last}`\n',
      ].join(''),
    },
  },
  {
    title: 'no function of the database deletes rows by their age',
    appliesTo: ({ path }) => path === 'docs/schema.sql',
    violations: ({ text }) =>
      findDeletes(text)
        .filter((statement) => comparisonPattern.test(statement) && timePattern.test(statement))
        .map((statement) => `1: ${statement}`),
    fixture: {
      path: 'docs/schema.sql',
      text: "begin\n delete from ticket t\n  where t.made < now() - interval '1 minute';\n delete from bar where id = new.id;\nend",
    },
  },
]

/** The variables and functions of a module by name. */
type Declarations = ReadonlyMap<string, SyntaxNode[]>

/** Lists the deletes outside `CleanupJob`s whose condition compares a time, itself or by a name of the module. */
function findDeletesByAge(source: Source): string[] {
  if (!/delete\s+from/i.test(source.text)) return []
  const declarations = listDeclarations(source)
  const jobs = [...declarations.values()]
    .flat()
    .filter((node) => /^\w+: (readonly )?CleanupJob\b/.test(textOf(source, node)))
  return nodesOf(source)
    .filter(({ type }) => type === 'TemplateLiteral' || type === 'StringLiteral')
    .filter((node) => !jobs.some((job) => isInside(node, job)))
    .flatMap((node) =>
      findDeletes(textOf(source, node))
        .filter((statement) => !byKeyPattern.test(statement) && isByAge(source, declarations, statement))
        .map((statement) => `${lineOf(source, node)}: ${statement}`),
    )
}

const isInside = ({ span }: SyntaxNode, { span: outer }: SyntaxNode) =>
  outer.start <= span.start && span.end <= outer.end

function isByAge(source: Source, declarations: Declarations, statement: string): boolean {
  const named = [...findNamed(source, declarations, statement)]
  const queries = nodesOf(source)
    .filter(({ type }) => type === 'TemplateLiteral')
    .filter((node) => named.some((declaration) => isInside(node, declaration)))
  const queryText = [statement, ...queries.map((node) => textOf(source, node))].join(' ').replaceAll('=>', '')
  const text = [statement, ...named.map((node) => textOf(source, node))].join(' ')
  return comparisonPattern.test(queryText) && timePattern.test(text)
}

/** The declarations that the parameters of a query name, and those that these name. */
function findNamed(
  source: Source,
  declarations: Declarations,
  query: string,
  found = new Set<SyntaxNode>(),
): Set<SyntaxNode> {
  const parameters = [...query.matchAll(/\$\{([^{}]*)\}/g)].map(([, parameter = '']) => parameter)
  const names = parameters.flatMap((parameter) => parameter.match(/\b\w+\b/g) ?? [])
  for (const node of names.flatMap((name) => declarations.get(name) ?? [])) {
    if (found.has(node)) continue
    found.add(node)
    findNamed(source, declarations, textOf(source, node), found)
  }
  return found
}

function listDeclarations(source: Source): Declarations {
  const nodes = nodesOf(source).filter(({ type }) => /^(VariableDeclarator|FunctionDeclaration)$/.test(type))
  return Map.groupBy(nodes, (node) => ((node.id ?? node.identifier) as { value?: string }).value ?? '')
}

/** The delete statements in a text, each up to its end: a semicolon, or the parenthesis around it. */
function findDeletes(text: string): string[] {
  return [...text.matchAll(/\bdelete\s+from\b/gi)].map(({ index }) => {
    let depth = 0
    for (let end = index; end < text.length; end += 1) {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
      if (depth < 0 || text[end] === ';') return flatten(text.slice(index, end))
    }
    return flatten(text.slice(index))
  })
}

const flatten = (text: string) => text.replace(/\s+/g, ' ').replace(/`$/, '')
