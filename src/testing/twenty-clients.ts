import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { rowOf, sql } from '#platform/server/database.ts'
import type { openPortal } from './portal.ts'
import { addClient } from './signed-in.ts'

type Portal = Pick<Awaited<ReturnType<typeof openPortal>>, 'workplace' | 'insert'>

/** A client whose every row carries its mark, and nobody else's does. */
export type MarkedClient = { id: string; mark: string; code: string; managerId: string }

/** Twenty clients that have everything a client can have. */
export async function twentyClients(portal: Portal): Promise<MarkedClient[]> {
  const clients: MarkedClient[] = []
  for (let number = 10; number < 30; number += 1) clients.push(await markedClient(portal, `m${number}ark`))
  return clients
}

/** A client that has everything a client can have, each row with the mark. */
export async function markedClient({ workplace, insert }: Portal, mark: string): Promise<MarkedClient> {
  const id = `client-${mark}`
  const code = `CODE-${mark}`
  await addClient({ workplace }, id, [code], { clientAuth: true, authorizers: 'all' })
  await insert('client_provider_search', {
    client_id: id,
    definition_key: 'domestic-secure-provider-search',
    position: 0,
  })
  await insert('client_report', {
    client_id: id,
    code: mark.toUpperCase(),
    name: mark,
    multi_client: true,
    position: 0,
  })
  await insert('content', { key: `home/${id}`, version: 1, html: `<p>${mark}</p>`, stored_at: now() })
  const manager = await rowOf(
    workplace.owner,
    z.object({ id: z.string() }),
    sql`
    insert into account_manager (client_id, name, title, email, phone, picture, picture_type, position)
    values (${id}, ${mark}, ${mark}, ${`${mark}@example.com`}, '305-555-0100', ${Buffer.from(mark)}, 'image/png', 0)
    returning id`,
  )
  if (!manager) throw new Error(`The account manager of ${id} was not kept.`)
  return { id, mark, code, managerId: manager.id }
}
