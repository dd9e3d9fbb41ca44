import type { Database } from '#platform/server/database.ts'
import { definitionAt } from '#provider-search/server/definitions.ts'
import { plainPageAt, searchKeyAt } from './first-needs.ts'

/** Whether there is a page at an address: a plain one, or that of a search. */
export async function isPage(db: Database, path: string): Promise<boolean> {
  if (plainPageAt(path)) return true
  const key = searchKeyAt(path)
  return key !== undefined && (await definitionAt(db, key)) !== undefined
}
