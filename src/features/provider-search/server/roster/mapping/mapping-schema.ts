import { RE2JS } from 're2js'
import { z } from 'zod'
import { columns } from '../roster-columns.ts'
import { messages } from '../roster-messages.ts'

const column = z.string().min(1)

/** A step that changes a value; steps run in order. `{"keep": 4}` keeps the first four characters. */
const step = z.union(
  [
    z.enum(['digits', 'upper', 'lower', 'trim']),
    z.strictObject({ keep: z.int().positive() }),
    z.strictObject({ split: z.string().min(1).max(10), part: z.int().positive() }),
    z
      .strictObject({ match: z.string().min(1).max(500), group: z.string().optional() })
      .superRefine(({ match, group }, { addIssue }) => {
        const error = findPatternError(match, group)
        if (error) addIssue({ code: 'custom', message: error })
      }),
  ],
  {
    error:
      'is none of digits, upper, lower, trim, {"keep": N}, {"split": TEXT, "part": N}, {"match": PATTERN, "group": NAME}',
  },
)
export type Step = z.infer<typeof step>

/** The options that every kind of value accepts. */
const commonOptions = {
  as: z.array(step).optional(),
  values: z.record(z.string(), z.string()).optional(),
  otherwise: z.string().optional(),
  known: z.enum(['providerType', 'state', 'country']).optional(),
}

type CommonOptions = z.infer<z.ZodObject<typeof commonOptions>>
/** The source of a value: the name of a column, or one of these objects. */
export type Value =
  | string
  | (CommonOptions & { column: string })
  | (CommonOptions & { constant: string })
  | (CommonOptions & { template: string })
  | (CommonOptions & { join: Value[]; with: string })
  | (CommonOptions & { first: Value[] })

const value: z.ZodType<Value> = z.lazy(() =>
  z.union(
    [
      column,
      z.strictObject({ column, ...commonOptions }),
      z.strictObject({ constant: z.string(), ...commonOptions }),
      z.strictObject({ template: z.string().min(1), ...commonOptions }),
      z.strictObject({ join: z.array(value).min(1), with: z.string(), ...commonOptions }),
      z.strictObject({ first: z.array(value).min(1), ...commonOptions }),
    ],
    {
      error:
        'is neither the name of a column nor an object with one of column, constant, template, join and with, or first',
    },
  ),
)

/**
 * Which rows to skip: those in which the `when` value is in a list, is filled or is empty, except those in
 * which the `unless` value is filled.
 */
const skip = z.union(
  [
    z.strictObject({ when: value, is: z.array(z.string()).min(1), unless: value.optional() }),
    z.strictObject({ when: value, filled: z.boolean(), unless: value.optional() }),
  ],
  {
    error:
      'must be {"when": VALUE, "is": [TEXT, …]} or {"when": VALUE, "filled": true or false}, optionally with "unless": VALUE',
  },
)
export type Skip = z.infer<typeof skip>

const unknownColumns = (issue: z.core.$ZodRawIssue) =>
  issue.code === 'unrecognized_keys' ? messages.unknownMappingColumns(issue.keys, columns) : undefined

/** A mapping file: how to read the standard columns from another roster's columns (docs/importing-providers.md). */
export const mapping = z.strictObject({
  description: z.string().optional(),
  skip: z.array(skip).optional(),
  columns: z
    .partialRecord(z.enum(columns), value, { error: unknownColumns })
    .refine((named) => named.id !== undefined && named.name !== undefined, 'must define id and name'),
})
export type Mapping = z.infer<typeof mapping>

/** Patterns read at most this many characters of a cell. */
const maxTextLength = 2000

/**
 * Compiles a pattern into a function that returns the matched group: the named one, otherwise the first,
 * otherwise the whole match; empty if nothing matches. RE2 matches in linear time, so a malicious mapping
 * cannot stall an import.
 */
export function compilePattern(pattern: string, group?: string): (text: string) => string {
  const compiled = RE2JS.compile(pattern)
  const found = group ?? Math.min(1, compiled.groupCount())
  return (text) => {
    const matcher = compiled.matcher(text.slice(0, maxTextLength))
    return matcher.find() ? (matcher.group(found) ?? '').trim() : ''
  }
}

/** Explains why a pattern cannot be used; undefined if it can. */
function findPatternError(pattern: string, group?: string): string | undefined {
  try {
    const names = Object.keys(RE2JS.compile(pattern).namedGroups())
    return group === undefined || names.includes(group) ? undefined : messages.unknownGroup(group, names)
  } catch (error) {
    return messages.invalidPattern((error as Error).message)
  }
}
