import { z } from 'zod'
import { type Database, rowOf, sql } from '#platform/server/database.ts'
import { type VobOffer, vobOffer } from '../contract.ts'

const row = z.object({ vob: vobOffer.nullable() })

/** The options of a client's letters; undefined if the client has no letters. */
export async function offerOf(db: Database, clientId: string): Promise<VobOffer | undefined> {
  const client = await rowOf(db, row, sql`select vob from client where id = ${clientId}`, {
    prepared: 'verification of benefits of a client',
  })
  return client?.vob ?? undefined
}
