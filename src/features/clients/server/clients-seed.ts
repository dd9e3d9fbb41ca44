import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { queryRow, sql } from '#platform/db/database.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { readClients } from './clients-file.ts'
import { applyImport, noDependents } from './clients-import.ts'
import { memberContentKey, storeContent } from './content-store.ts'

const folder = fileURLToPath(new URL('../seed/', import.meta.url))
const name = 'clients.yaml'

/** The demo clients: the provider organization, a large client and a small one. */
const demoClients: SeedPart = {
  name: 'clients',
  isEmpty: async (db) => !(await queryRow(db, z.object({}), sql`select from client limit 1`)),
  load: async ({ owner }) => {
    const parsed = await readClients(await readFile(`${folder}${name}`, 'utf8'), {
      name,
      folder,
      videoHosts: [],
    })
    await applyImport(owner, parsed, { name, actor: 'portal', dependents: noDependents })
    const german = await readFile(`${folder}pages/alpine-member-de.html`, 'utf8')
    await storeContent(owner, memberContentKey('alpine', 'de'), german, { actor: 'portal', videoHosts: [] })
    return `${parsed.clients.length} clients`
  },
}

/** The demo data of the clients feature. */
export const clientsSeeds: readonly SeedPart[] = [demoClients]
