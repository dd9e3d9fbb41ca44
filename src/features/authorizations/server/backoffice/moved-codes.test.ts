import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeCodes } from '#clients/server/client-write-queries.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime } from '#test-support/authorization-fixture.ts'
import { openFeed } from '#test-support/decision-feed-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { submitItn } from '../../backoffice-contract.ts'
import { processAuthorization } from '../../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let acme: Awaited<ReturnType<typeof openFeed>>
let other: Awaited<ReturnType<typeof openFeed>>
beforeAll(async () => {
  portal = await openPortal()
  const columns = { clientAuth: true, authorizers: 'all' } as const
  await addClient(portal, 'acme', ['ACME1', 'MOVES'], columns)
  await addClient(portal, 'other', ['OTHER1'], columns)
  acme = await openFeed(portal, 'acme', ['acme'])
  other = await openFeed(portal, 'other', ['other'])
})
afterAll(() => portal.close())

async function decideBill(itn: string, client: string, by: string) {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client }])
  const { headers } = await signInStaff(portal, by)
  const decided = await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers })
  expect(decided.statusCode).toBe(200)
}

const moveCode = async () => {
  const codes = (...names: string[]) => names.map((code) => ({ code, name: code, dueRule: null }))
  await writeCodes(portal.databaseContext.owner, { id: 'other', codes: codes('OTHER1', 'MOVES') })
}

test('a decision stays with the client that its code had, so a code that moves takes none past a limited token', async () => {
  const { owner } = portal.databaseContext
  await decideBill('OTHER-1', 'OTHER1', 'other')
  await decideBill('ACME-1', 'ACME1', 'acme')
  await decideBill('UNREAD', 'MOVES', 'acme')
  for (const itn of ['OTHER-1', 'ACME-1', 'UNREAD']) await endUndoTime(owner, itn)
  const [readByAcme] = await acme.read()
  expect(readByAcme?.itn).toBe('ACME-1')
  await decideBill('NO-POSITION', 'MOVES', 'acme')
  await decideBill('OTHER-2', 'OTHER1', 'other')
  await endUndoTime(owner, 'OTHER-2')
  const readByOther = (await other.read()).at(-1)
  expect(readByOther?.itn).toBe('OTHER-2')

  await moveCode()
  await decideBill('MOVED', 'MOVES', 'other')
  for (const itn of ['NO-POSITION', 'MOVED']) await endUndoTime(owner, itn)

  expect(await other.readItns(readByOther?.id)).toEqual(['MOVED'])
  expect(await acme.readItns(readByAcme?.id)).toEqual(['UNREAD', 'NO-POSITION'])
  const last = (await acme.read()).at(-1)?.id ?? ''
  expect(await acme.readItns(last)).toEqual([])
  expect((await other.request(last)).statusCode).toBe(422)
})

test('a token for bills no longer takes those of a code that belonged to its client', async () => {
  const by = { name: 'bills', may: 'itns', actor: 'test' } as const
  const token = await createServiceToken(portal.databaseContext.owner, { ...by, clientIds: ['acme'] })
  const headers = { authorization: `Bearer ${token}` }
  const bill = {
    itn: 'NEW-1',
    client: 'MOVES',
    patientName: 'Sampleton, Ada',
    providerName: 'Mercy Hospital',
    serviceFrom: '2026-03-04',
    serviceTo: '2026-03-09',
    totalCharge: '10.00',
    currency: 'USD',
    receivedAt: '2026-03-10T12:00:00Z',
    pdf: 'JVBERi0=',
  }
  const refused = await portal.call(submitItn, bill, { headers })
  const unknown = await portal.call(submitItn, { ...bill, client: 'NOWHERE' }, { headers })
  expect([refused.statusCode, unknown.statusCode]).toEqual([422, 422])
  expect(refused.json().detail.replaceAll('MOVES', 'NOWHERE')).toBe(unknown.json().detail)
})
