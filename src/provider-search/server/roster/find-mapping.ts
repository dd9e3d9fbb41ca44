import { readdir, readFile } from 'node:fs/promises'
import { deepest, isNestedDeeper } from '#platform/server/command-line/nesting.ts'
import { messages as csv } from '#platform/server/csv/csv-messages.ts'
import { type Mapping, mapping } from './mapping-schema.ts'
import { messages } from './roster-messages.ts'
import { WrongUsage } from './wrong-usage.ts'

const shippedFolder = new URL('../../mappings/', import.meta.url)

/** The mapping of that name that comes with the product, or the one in that file. Throws a sentence about a wrong one. */
export async function findMapping(nameOrFile: string): Promise<Mapping> {
  const shipped = await shippedMappings()
  const isShipped = shipped.includes(nameOrFile)
  const place = isShipped ? new URL(`${nameOrFile}.json`, shippedFolder) : nameOrFile
  const text = await readFile(place, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw new Error(csv.unreadable(nameOrFile, cause.code), { cause })
    throw new WrongUsage(messages.noMapping(nameOrFile, shipped), { cause })
  })
  return readMapping(text, nameOrFile)
}

/** The names of the mappings that come with the product. */
export async function shippedMappings(): Promise<string[]> {
  const files = await readdir(shippedFolder)
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''))
    .sort()
}

/** The mapping that a JSON text is; `name` stands in the sentence about a wrong one. */
export function readMapping(text: string, name: string): Mapping {
  const json = jsonOf(text, name)
  if (isNestedDeeper(json)) throw new Error(messages.wrongMapping(name, [messages.tooDeep(deepest)]))
  const parsed = mapping.safeParse(json)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`)
  throw new Error(messages.wrongMapping(name, faults))
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    throw new Error(messages.wrongMapping(name, [`it is not JSON: ${(cause as Error).message}`]), { cause })
  }
}
