import { type Document, isNode, LineCounter, parseDocument } from 'yaml'
import { z } from 'zod'
import { messages } from './cli-messages.ts'

type Path = readonly PropertyKey[]
export type ErrorAt = (path: Path, sentence: string) => string
type Reading<Content> = {
  /** The parsed file, or undefined if it has errors. */
  content?: Content
  errors: string[]
  /** Adds an error about a path in the file, with its line. */
  errorAt: ErrorAt
}

/** Parses an operator's YAML text with a schema and reports every error with its line. */
export function readYaml<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  /** The error for an empty file. */
  empty: string,
): Reading<z.output<Schema>> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true })
  const errorAt: ErrorAt = (path, sentence) =>
    messages.fault(findLine(document, lines, path), formatPath(path), sentence)
  const unreadable = [...document.errors, ...document.warnings]
  if (unreadable.some(({ code }) => code === 'RESOURCE_EXHAUSTION'))
    return { errors: [messages.tooDeep(deepest)], errorAt }
  if (unreadable.length > 0)
    return {
      errors: unreadable.map(({ pos, message }) => messages.fault(lines.linePos(pos[0]).line, '', message)),
      errorAt,
    }
  const value = toPlain(document)
  if (value === null) return { errors: [empty], errorAt }
  return { ...checked(value, schema, errorAt), errorAt }
}

function toPlain(document: Document): unknown {
  try {
    return document.toJS() ?? null
  } catch (error) {
    return error instanceof RangeError ? new Error(messages.tooDeep(deepest)) : error
  }
}

function checked<Schema extends z.ZodType>(value: unknown, schema: Schema, errorAt: ErrorAt) {
  if (value instanceof Error) return { errors: [value.message] }
  if (isNestedDeeper(value)) return { errors: [messages.tooDeep(deepest)] }
  const { data, error } = schema.safeParse(value, { reportInput: true })
  if (!error) return { content: data, errors: [] }
  return { errors: error.issues.map((issue) => errorAt(issue.path, describeIssue(issue))) }
}

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list ("- …")',
  object: 'a group of "word: value" lines',
  record: 'a group of "word: value" lines',
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const { input } = issue
  switch (issue.code) {
    case 'invalid_type':
      return input === undefined
        ? messages.missing
        : messages.wrongKind(kinds[issue.expected] ?? issue.expected)
    case 'invalid_value':
      if (input === undefined) return messages.missing
      return messages.notOneOf(JSON.stringify(input), issue.values.map(String).join(', '))
    case 'unrecognized_keys':
      return messages.unknownWords(issue.keys.map((word) => `"${word}"`).join(', '))
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message
    default:
      return issue.message
  }
}

/** The line of a path in the file; if the path is missing, the line of its nearest parent. */
function findLine(document: Document, lines: LineCounter, path: Path): number | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
  }
  return undefined
}

/** Formats a path for people: "definitions 3, unit" is the unit of the third definition. */
function formatPath(path: Path): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name} ${step + 1}`
    return name ? `${name}, ${String(step)}` : String(step)
  }, '')
}

/** The maximum nesting depth of an operator's file. */
export const deepest = 50

/**
 * Whether lists and objects exceed the maximum depth, which would overflow the stack of recursive readers.
 */
export function isNestedDeeper(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth += 1) level = level.flatMap(listChildren)
  return level.length > 0
}

const listChildren = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** Text for people: not blank, limited in length, printable; line breaks are allowed. */
export const words = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, messages.blank)
    .max(longest, messages.tooLong(longest))
    .regex(/^(\P{Cc}|\n)*$/u, messages.unwritten)

/** The indexes of list items whose value appears earlier in the list. */
export function findDuplicates(values: readonly string[]): [place: number, value: string][] {
  return [...values.entries()].filter(([place, value]) => values.indexOf(value) < place)
}
