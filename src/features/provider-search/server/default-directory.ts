import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/server/database.ts'
import { importDirectory } from './directory-import.ts'

const file = new URL('../default-directory.yaml', import.meta.url)

/** Installs the standard search definitions in a portal that has none. */
export async function installDefaultDirectory(owner: Database) {
  const found = await queryRow(owner, z.object({}), sql`select from search_definition limit 1`)
  if (found) return
  await importDirectory(owner, await readFile(file, 'utf8'), {
    file: 'standard-directory.yaml',
    actor: 'portal',
  })
}
