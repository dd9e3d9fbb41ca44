import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { messages as operator } from '#platform/cli/cli-messages.ts'
import { type ErrorAt, readYaml } from '#platform/cli/yaml-file.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, execute, inTransaction, queryRow, sql } from '#platform/db/database.ts'
import { messages } from './directory-messages.ts'
import { type Definition, type Directory, directorySchema, type Network } from './directory-schema.ts'
import {
  createProviderTable,
  readDirectory,
  releaseCodes,
  writeDefinition,
  writeNetwork,
} from './directory-store.ts'

type Change = 'added' | 'changed' | 'same'
type Compared<Entry> = { entry: Entry; change: Change }
type Comparison = { networks: Compared<Network>[]; definitions: Compared<Definition>[] }
type Source = { file: string; actor: string }

/** Thrown when a definitions file cannot be imported; the message lists every error with its line. */
class DirectoryImportError extends Error {
  override name = 'DirectoryImportError'
}

/**
 * Adds and updates the entries of a YAML text in one transaction; entries that it does not name stay
 * unchanged. Returns the change made to each entry. Throws `DirectoryImportError`.
 */
export async function importDirectory(owner: Database, text: string, source: Source): Promise<Comparison> {
  const { directory, errors, errorAt } = parseDirectory(text)
  if (!directory) throw new DirectoryImportError(operator.refused(source.file, errors, messages.document))
  return inTransaction(owner, async (db) => {
    await lockDirectory(db)
    const before = await readDirectory(db)
    const conflicts = findConflicts(directory, before, errorAt)
    if (conflicts.length > 0)
      throw new DirectoryImportError(operator.refused(source.file, conflicts, messages.document))
    const comparison = compare(directory, before)
    await write(db, comparison, source)
    return comparison
  })
}

/** Finds the entries of the file that conflict with existing ones. */
function findConflicts(
  { networks, definitions }: Directory,
  before: Directory,
  faultAt: (path: PropertyKey[], sentence: string) => string,
): string[] {
  const known = new Set([...before.networks, ...networks].map(({ code }) => code))
  const imported = new Set(definitions.map(({ key }) => key))
  const others = before.definitions.filter(({ key }) => !imported.has(key))
  return definitions.flatMap(({ code, networks: named }, index) => {
    const holder = others.find((other) => other.code === code)
    const taken = holder ? [faultAt(['definitions', index, 'code'], messages.taken(code, holder.key))] : []
    const unknown = [...named.entries()]
      .filter(([, network]) => !known.has(network))
      .map(([at, network]) =>
        faultAt(['definitions', index, 'networks', at], messages.unknownNetwork(network)),
      )
    return [...taken, ...unknown]
  })
}

function compare({ networks, definitions }: Directory, before: Directory): Comparison {
  return {
    networks: compareEntries(networks, before.networks, ({ code }) => code),
    definitions: compareEntries(definitions, before.definitions, ({ key }) => key),
  }
}

function compareEntries<Entry>(entries: Entry[], before: Entry[], getName: (entry: Entry) => string) {
  const known = new Map(before.map((entry) => [getName(entry), entry]))
  return entries.map((entry): Compared<Entry> => {
    const old = known.get(getName(entry))
    if (!old) return { entry, change: 'added' }
    return { entry, change: isDeepStrictEqual(old, entry) ? 'same' : 'changed' }
  })
}

async function write(db: Database, { networks, definitions }: Comparison, { actor, file }: Source) {
  const hasChanged = ({ change }: { change: Change }) => change !== 'same'
  for (const { entry, change } of networks.filter(hasChanged)) {
    await writeNetwork(db, entry)
    if (change === 'added') await createProviderTable(db, entry.code)
    await audit(db, { actor, action: `network ${change}`, subject: entry.code, detail: { file } })
  }
  await releaseCodes(
    db,
    definitions.filter(hasChanged).map(({ entry }) => entry),
  )
  for (const { entry, change } of definitions.filter(hasChanged)) {
    await writeDefinition(db, entry)
    await audit(db, { actor, action: `search definition ${change}`, subject: entry.key, detail: { file } })
  }
}

type ParsedDirectory = {
  /** The parsed content; undefined if the file has errors. */
  directory?: Directory
  errors: string[]
  /** Formats an error message for a position in the file, with its line number. */
  errorAt: ErrorAt
}

/** Parses a YAML file of networks and search definitions; every error names its line. */
export function parseDirectory(text: string): ParsedDirectory {
  const { content, errors, errorAt } = readYaml(text, directorySchema, messages.empty)
  return { ...(content && { directory: content }), errors, errorAt }
}

/**
 * Allows one transaction at a time to change the directory (networks and providers). Acquire it before any
 * write to prevent deadlocks.
 */
export async function lockDirectory(db: Database) {
  await execute(db, sql`select pg_advisory_xact_lock(hashtext('directory'))`)
}

const file = new URL('../../default-directory.yaml', import.meta.url)

/** Installs the standard search definitions in a portal that has none. */
export async function installDefaultDirectory(owner: Database) {
  const found = await queryRow(owner, z.object({}), sql`select from search_definition limit 1`)
  if (found) return
  await importDirectory(owner, await readFile(file, 'utf8'), {
    file: 'standard-directory.yaml',
    actor: 'portal',
  })
}
