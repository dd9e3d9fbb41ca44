import { z } from 'zod'
import { readClients } from '#clients/server/clients-file.ts'
import { applyImport } from '#clients/server/clients-import.ts'
import { rowsOf, sql } from '#platform/server/database.ts'
import type { openPortal } from './portal.ts'

type Portal = Pick<Awaited<ReturnType<typeof openPortal>>, 'workplace'>

/** A client of the many; every text of its own contains its mark, which no other's does. */
export type MarkedClient = { id: string; mark: string; codes: [string, string]; managerId: string }

const names =
  'ash birch cedar date elm fir ginkgo hazel ivy juniper kapok larch maple neem oak pine quince rowan spruce teak'
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Twenty clients that have everything, every text of each with its mark. */
export async function addManyClients({ workplace }: Portal): Promise<MarkedClient[]> {
  const clients = names.split(' ').map((name): Omit<MarkedClient, 'managerId'> => {
    const mark = `${name}Mark`
    return { id: `${name}-${mark}`, mark, codes: [`${mark}1`, `${mark}2`] }
  })
  const text = JSON.stringify({ clients: clients.map(entryOf) })
  const said = await readClients(text, { name: 'many clients', folder: '.', videoHosts: [] })
  await applyImport(workplace.owner, said, { name: 'many clients', actor: 'test' })
  const managers = await rowsOf(
    workplace.owner,
    z.object({ id: z.string(), clientId: z.string() }),
    sql`select id, client_id as "clientId" from account_manager`,
  )
  const managerOf = new Map(managers.map(({ id, clientId }) => [clientId, id]))
  return clients.map((client) => ({ ...client, managerId: managerOf.get(client.id) ?? '' }))
}

/** As much of a picture as anybody looks at, with the mark in it. */
const pictureOf = (mark: string) => Buffer.concat([pngSignature, Buffer.from(mark)]).toString('base64')

function entryOf({ id, mark, codes }: Omit<MarkedClient, 'managerId'>) {
  return {
    id,
    name: `Client ${mark}`,
    codes: codes.map((code) => ({ code, name: `Code ${code}` })),
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    caseSummary: true,
    authorizers: 'all',
    providerSearches: ['domestic-secure-provider-search', 'international-provider-search'],
    reports: [{ code: 'SAVINGS', name: `Savings ${mark}`, multiClient: true }],
    accountManagers: [
      {
        name: `Manager ${mark}`,
        title: mark,
        email: `${mark}@example.com`,
        phone: '555-0100',
        picture: `data:image/png;base64,${pictureOf(mark)}`,
      },
    ],
    vob: { sincerely: mark, groups: { [mark]: `Group ${mark}` } },
    home: { banner: `Banner ${mark}`, videoUrl: `/videos/${mark}.webm`, html: `<p>Home ${mark}</p>` },
    member: { html: `<p>Member ${mark}</p>` },
  }
}
