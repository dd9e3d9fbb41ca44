import { stringify } from 'yaml'
import type { Database } from '#platform/server/database.ts'
import { readDirectory } from './directory-queries.ts'
import type { Directory } from './directory-schema.ts'

const heading =
  '# The networks and provider searches of this portal, as docs/search-definitions.md describes them.\n'

/** Exports every network and search definition as YAML; importing it again changes nothing. */
export async function exportDirectory(db: Database): Promise<string> {
  return formatDirectory(await readDirectory(db))
}

/** Formats networks and search definitions as a file that parses back to the same values. */
export function formatDirectory({ networks, definitions }: Directory): string {
  return (
    heading + stringify({ networks, definitions: definitions.map(withoutEmptyMessages) }, { lineWidth: 0 })
  )
}

function withoutEmptyMessages<Entry extends { messages: object }>({ messages, ...entry }: Entry) {
  return Object.keys(messages).length > 0 ? { ...entry, messages } : entry
}
