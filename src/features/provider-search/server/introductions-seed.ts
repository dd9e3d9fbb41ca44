import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { storeContent } from '#clients/server/content-store.ts'
import { queryRow, sql } from '#platform/server/database.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'

const folder = new URL('../introductions/', import.meta.url)

/** Demo content: an introduction for each standard search. */
export const demoIntroductions: SeedPart = {
  name: 'introductions',
  isEmpty: async (db) => !(await queryRow(db, z.object({}), sql`select from content limit 1`)),
  load: async ({ owner }) => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.html')).sort()
    for (const file of files) {
      const html = await readFile(new URL(file, folder), 'utf8')
      await storeContent(owner, `search/${file.replace('.html', '')}`, html, {
        actor: 'portal',
        videoHosts: [],
      })
    }
    return `${files.length} introductions`
  },
}
