import { z } from 'zod'
import { type Database, queryRow, sql } from '#platform/server/database.ts'
import { type VobOptions, vobOptions } from '../contract.ts'

const row = z.object({ vob: vobOptions.nullable() })

/** Finds the options for a client's letters; undefined if the client has none. */
export async function findVobOptions(db: Database, clientId: string): Promise<VobOptions | undefined> {
  const client = await queryRow(db, row, sql`select vob from client where id = ${clientId}`, {
    prepared: 'verification of benefits of a client',
  })
  return client?.vob ?? undefined
}
