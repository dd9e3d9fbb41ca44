import { stringify } from 'yaml'
import type { Database } from '#platform/server/database.ts'
import { directoryOf } from './directory-queries.ts'
import type { Directory } from './directory-schema.ts'

const heading =
  '# The networks and provider searches of this portal, as docs/search-definitions.md describes them.\n'

/** Every network and search definition as the YAML text whose import changes nothing. */
export async function exportDirectory(db: Database): Promise<string> {
  return directoryText(await directoryOf(db))
}

/** Networks and search definitions as a file that reads as exactly these. */
export function directoryText({ networks, definitions }: Directory): string {
  return heading + stringify({ networks, definitions: definitions.map(withoutNothing) }, { lineWidth: 0 })
}

function withoutNothing<Entry extends { messages: object }>({ messages, ...entry }: Entry) {
  return Object.keys(messages).length > 0 ? { ...entry, messages } : entry
}
