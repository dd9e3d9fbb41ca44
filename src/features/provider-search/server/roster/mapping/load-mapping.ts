import { readdir, readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { messages as operator } from '#platform/cli/cli-messages.ts'
import { deepest, isNestedDeeper } from '#platform/cli/yaml-file.ts'
import { csvMessages as csv } from '#platform/import/import-messages.ts'
import { UsageError } from '../import-options.ts'
import { messages } from '../roster-messages.ts'
import { type Mapping, mapping } from './mapping-schema.ts'

const shippedFolder = new URL('../../../mappings/', import.meta.url)

/** Reads the shipped mapping of this name or the mapping file at this path. Throws an error that names the problem. */
export async function loadMapping(nameOrFile: string): Promise<Mapping> {
  const shipped = await listShippedMappings()
  const isShipped = shipped.includes(nameOrFile)
  const location = isShipped ? new URL(`${nameOrFile}.json`, shippedFolder) : nameOrFile
  const text = await readFile(location, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw new Error(csv.unreadable(nameOrFile, cause.code), { cause })
    throw new UsageError(messages.unknownMapping(nameOrFile, shipped), { cause })
  })
  return parseMapping(text, nameOrFile)
}

/** The names of the mappings that ship with the product. */
export async function listShippedMappings(): Promise<string[]> {
  const files = await readdir(shippedFolder)
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort()
}

/** Parses and validates a mapping; `name` appears in the error message. */
export function parseMapping(text: string, name: string): Mapping {
  const json = parseJson(text, name)
  if (isNestedDeeper(json)) throw new Error(messages.invalidMapping(name, [messages.tooDeep(deepest)]))
  const parsed = mapping.safeParse(json, { error: issueMessage, reportInput: true })
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues
    .flatMap(intendedIssues)
    .map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new Error(messages.invalidMapping(name, errors))
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec((cause as Error).message) ?? []
    throw new Error(messages.invalidMapping(name, [messages.notJson(line, column)]), { cause })
  }
}

/**
 * Replaces a union issue with the issues of the intended member: the only one whose required keys are all
 * present.
 */
function intendedIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const intended = issue.errors.filter((form) =>
    form.every(({ path, input }) => path.length > 0 && input !== undefined),
  )
  if (intended.length !== 1) return [issue]
  return intended.flat().flatMap((each) => intendedIssues({ ...each, path: [...issue.path, ...each.path] }))
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a whole number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The error map for a mapping, used for issues without a message in the schema. */
function issueMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return operator.missing
  switch (issue.code) {
    case 'invalid_type':
      return operator.wrongKind(kinds[issue.expected] ?? issue.expected)
    case 'invalid_value':
      return operator.notOneOf(JSON.stringify(issue.input), issue.values.map(String).join(', '))
    case 'unrecognized_keys':
      return operator.unknownWords(issue.keys.map((word) => `"${word}"`).join(', '))
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? messages.empty : messages.tooSmall
    case 'too_big':
      return issue.origin === 'string'
        ? operator.tooLong(Number(issue.maximum))
        : messages.tooBig(String(issue.maximum))
    default:
      return messages.notValid
  }
}
