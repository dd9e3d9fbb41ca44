import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql } from '#platform/db/database.ts'
import { createTicket } from '#sign-in/contract.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { openSubmittedBill } from '../backoffice-contract.ts'
import { openItnPdf, recordBillView } from '../contract.ts'
import { messages } from '../messages.ts'
import { openItnPdfByUrl } from '../specified-contract.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Person
let other: Person
beforeAll(async () => {
  portal = await openPortal({ COMPANY_NAME: 'Harborline Assistance', PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  staff = await signInStaff(portal, 'acme')
  other = await signInStaff(portal, 'other')
  await addPendingBills(portal.databaseContext.owner, [
    { itn: 'NEWER', client: 'ACME1', receivedAt: '2026-03-12T12:00:00Z' },
    { itn: 'OLDER', client: 'ACME1', receivedAt: '2026-03-11T12:00:00Z', patientName: 'Müller-Ölgärd, Zoë' },
  ])
})
afterAll(() => portal.close())

type Fields = { itn: string; ahead?: string }
type Headers = Record<string, string>

const postWithTicket = ({ path }: { path: string }, fields: Fields, Token: string, headers: Headers) =>
  portal.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams({ ...fields, Token }).toString(),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  })

/** The two calls that return the PDF of a bill: with the ITN in the body and, as specified, in the URL. */
const calls = [
  {
    place: 'in the body',
    contract: openItnPdf,
    ticketFor: (fields: Fields) => ({ path: '/api/itn/pdf', fields }),
    withTicket: (fields: Fields, ticket: string, headers: Headers) =>
      postWithTicket(openItnPdf, fields, ticket, headers),
  },
  {
    place: 'in the URL',
    contract: openItnPdfByUrl,
    ticketFor: ({ itn, ...fields }: Fields) => ({ path: `/api/itn/pdf/${itn}`, fields }),
    withTicket: ({ itn, ...fields }: Fields, ticket: string, headers: Headers) => {
      const query = new URLSearchParams({ ...fields, token: ticket })
      return portal.app.inject({ url: `/api/itn/pdf/${itn}?${query}`, headers })
    },
  },
]

const findLastEvent = async () => {
  const query = sql`select max(id) as id from audit_event`
  const [event] = await queryRows(portal.databaseContext.owner, z.object({ id: z.number() }), query)
  return event ?? { id: 0 }
}

const entry = z.object({ actor: z.string(), action: z.string(), subject: z.string(), client: z.string() })
const listEntriesSince = ({ id }: { id: number }) =>
  queryRows(
    portal.databaseContext.owner,
    entry,
    sql`select actor, action, subject, client_code as client from audit_event
         where id > ${id} and action like 'authorization%' order by id`,
  )

describe.each(calls)('the PDF of a bill, with the ITN $place', ({ contract, ticketFor, withTicket }) => {
  const open = (fields: Fields, headers: Record<string, string> = staff.headers) =>
    portal.call(contract, fields, { headers })
  const issueTicket = async (fields: Fields, by = staff) => {
    const issued = await portal.call(createTicket, ticketFor(fields), { headers: by.headers })
    return createTicket.response.parse(issued.json()).ticket
  }
  const openByTicket = async (fields: Fields, by = staff) =>
    withTicket(fields, await issueTicket(fields, by), { cookie: by.cookie })

  test('requires a token or ticket, and refuses pages of other sites', async () => {
    expect((await open({ itn: 'OLDER' }, {})).statusCode).toBe(401)
    expect((await open({ itn: 'OLDER' }, { cookie: staff.cookie })).statusCode).toBe(401)
    const elsewhere = { ...staff.headers, 'sec-fetch-site': 'cross-site' }
    expect((await open({ itn: 'OLDER' }, elsewhere)).statusCode).toBe(403)
  })

  test('of another client, or of an unknown ITN, returns 404', async () => {
    const foreign = await open({ itn: 'OLDER' }, other.headers)
    const unknown = await open({ itn: 'NONE' })
    expect([foreign.statusCode, unknown.statusCode]).toEqual([404, 404])
    expect(foreign.json().detail).toBe(unknown.json().detail)
    expect((await openByTicket({ itn: 'OLDER' }, other)).statusCode).toBe(404)
  })

  test('opens with neither a session token in place of a ticket nor a ticket for another bill', async () => {
    const { cookie, token } = staff
    expect((await withTicket({ itn: 'OLDER' }, token, { cookie })).statusCode).toBe(401)
    const ticket = await issueTicket({ itn: 'NEWER' })
    expect((await withTicket({ itn: 'OLDER' }, ticket, { cookie })).statusCode).toBe(401)
  })

  test('opens with a ticket only once, and only in the session that requested it', async () => {
    const fields = { itn: 'OLDER' }
    const ticket = await issueTicket(fields)
    expect((await withTicket(fields, ticket, {})).statusCode).toBe(401)
    const statuses: number[] = []
    for (const { cookie } of [staff, staff])
      statuses.push((await withTicket(fields, ticket, { cookie })).statusCode)
    expect(statuses).toEqual([200, 401])
    const { cookie } = await signInStaff(portal, 'acme')
    expect((await withTicket(fields, await issueTicket(fields), { cookie })).statusCode).toBe(401)
  })

  test('opens with a ticket or a bearer header and shows the data of the bill', async () => {
    const [byTicket, byHeader] = [await openByTicket({ itn: 'OLDER' }), await open({ itn: 'OLDER' })]
    expect(Buffer.compare(byTicket.rawPayload, byHeader.rawPayload)).toBe(0)
    expect(byHeader.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'inline; filename="itn-OLDER.pdf"',
    })
    const [page] = await pdfPages(byHeader.rawPayload)
    for (const words of [
      'Harborline Assistance',
      'OLDER',
      'Müller-Ölgärd, Zoë',
      'Mercy Hospital',
      '3/4/2026 - 3/9/2026',
      '$1,250.50',
      '3/11/2026 8:00 AM',
    ])
      expect(page?.text).toContain(words)
    const document = await PDFDocument.load(byHeader.rawPayload, { updateMetadata: false })
    expect([document.getTitle(), document.getLanguage()]).toEqual(['Bill for authorization OLDER', 'en-US'])
  })

  test('is audited with user and client, a prefetched one as such until it is shown', async () => {
    const last = await findLastEvent()
    const prefetched = await open({ itn: 'NEWER', ahead: 'true' })
    await portal.call(recordBillView, { itn: 'NEWER' }, { headers: staff.headers })
    const opened = await openByTicket({ itn: 'NEWER' })
    expect(Buffer.compare(prefetched.rawPayload, opened.rawPayload)).toBe(0)
    const read = { actor: staff.userId, subject: 'NEWER', client: 'ACME1' }
    expect(await listEntriesSince(last)).toEqual([
      { ...read, action: 'authorization fetched ahead' },
      { ...read, action: 'authorization opened' },
      { ...read, action: 'authorization opened' },
    ])
  })

  test('is not audited as opened when the render pool is full', async () => {
    const last = await findLastEvent()
    const responses = await Promise.all(Array.from({ length: 40 }, () => open({ itn: 'NEWER' })))
    const successes = responses.filter(({ statusCode }) => statusCode === 200).length
    expect(successes).toBeLessThan(40)
    expect(await listEntriesSince(last)).toHaveLength(successes)
  })
})

test('the submitted PDF has a ticket of its own, and no call with the ITN in the URL', async () => {
  const { cookie, headers } = staff
  const asked = { path: openItnPdf.path, fields: { itn: 'OLDER' } }
  const { ticket } = (await portal.call(createTicket, asked, { headers })).json()
  const opened = await postWithTicket(openSubmittedBill, { itn: 'OLDER' }, ticket, { cookie })
  expect(opened.statusCode).toBe(401)
  expect((await portal.app.inject({ url: '/api/itn/submitted/OLDER', headers })).statusCode).toBe(404)
})

test('recording a view of another client’s bill returns 404', async () => {
  const response = await portal.call(recordBillView, { itn: 'NEWER' }, { headers: other.headers })
  expect([response.statusCode, response.json().detail]).toEqual([404, messages.unknown])
})
