import { z } from 'zod'
import { type Database, queryRows, sql } from '#platform/server/database.ts'
import type { State } from './client-snapshot.ts'
import type { ParsedFile } from './clients-file.ts'
import { messages } from './clients-messages.ts'

/** Finds conflicts between a file and stored data; returns a message with the line for each. */
export async function findConflicts(db: Database, file: ParsedFile, state: State): Promise<string[]> {
  return [...codeConflicts(file, state), ...searchConflicts(file, await listSearchNetworks(db))]
}

/** Finds codes taken from clients that the file omits: codes can move only between clients in the file. */
function codeConflicts({ clients, faultAt }: ParsedFile, state: State): string[] {
  const named = new Set(clients.map(({ id }) => id))
  const others = state.clients.filter(({ id }) => !named.has(id))
  const holders = new Map(others.flatMap(({ id, codes }) => codes.map(({ code }) => [code, id])))
  return clients.flatMap(({ codes }, at) =>
    codes.flatMap(({ code }, index) => {
      const holder = holders.get(code)
      if (!holder) return []
      return [faultAt(['clients', at, 'codes', index, 'code'], messages.taken(code, holder))]
    }),
  )
}

function searchConflicts({ clients, faultAt }: ParsedFile, known: Map<string, string[]>): string[] {
  return clients.flatMap(({ providerSearches }, at) =>
    providerSearches.flatMap(({ key, networks }, index) => {
      const path = ['clients', at, 'providerSearches', index]
      const available = known.get(key)
      if (!available) return [faultAt(path, messages.unknownSearch(key))]
      const foreign = (networks ?? []).filter((network) => !available.includes(network))
      return foreign.map((network) => faultAt(path, messages.foreignNetwork(network, key)))
    }),
  )
}

async function listSearchNetworks(db: Database): Promise<Map<string, string[]>> {
  const rows = await queryRows(
    db,
    z.object({ key: z.string(), networks: z.array(z.string()) }),
    sql`
    select key, array(select network_code from search_definition_network where definition_key = key) as networks
      from search_definition`,
  )
  return new Map(rows.map(({ key, networks }) => [key, networks]))
}
