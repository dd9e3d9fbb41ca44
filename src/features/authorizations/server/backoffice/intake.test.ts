import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import {
  addPendingBills,
  endUndoTime,
  importText,
  withEveryClient,
} from '#test-support/authorization-fixture.ts'
import { extractTexts, makePdf } from '#test-support/make-pdf.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { catalog, page, pageTree, rawPdf } from '#test-support/raw-pdf.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { maxPdfBytes, openSubmittedBill, submitItn } from '../../backoffice-contract.ts'
import { backofficeMessages } from '../../backoffice-messages.ts'
import { listPendingAuthorizations, processAuthorization, undoDecision } from '../../contract.ts'
import { itnImport } from '../import/itn-import.ts'

const text = backofficeMessages.intake

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Awaited<ReturnType<typeof signInStaff>>
let token: string
let pdf: string
beforeAll(async () => {
  // A virus scanner that reads the PDF from its input.
  const script = 'if grep -aq EICAR; then echo "stream: Eicar FOUND"; exit 1; fi'
  portal = await openPortal({ DOCUMENT_SCAN_COMMAND: ['/bin/sh', '-c', script, '-'] })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'without', ['WITHOUT1'])
  const dueRule = { hours: 24, timeZone: 'UTC', holidays: [] }
  await execute(portal.databaseContext.owner, sql`update client set due_rule = ${dueRule} where id = 'acme'`)
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  token = await createToken('intake', ['acme', 'without'])
  pdf = Buffer.from(await makePdf(['Bill of Mercy Hospital', 'Second page'])).toString('base64')
})
afterAll(() => portal.close())

const createToken = (name: string, clientIds?: string[], may: 'decisions' | 'itns' = 'itns') =>
  createServiceToken(portal.databaseContext.owner, { name, may, clientIds, actor: 'test' })

type Fields = z.input<typeof submitItn.request>
const bill = (itn: string, changes: Partial<Fields> = {}): Fields => ({
  itn,
  client: 'ACME1',
  hmo: null,
  policy: 'P-1',
  patientName: 'Quillfeather, Ada',
  providerName: 'Mercy Hospital',
  serviceFrom: '2026-03-04',
  serviceTo: '2026-03-09',
  totalCharge: '1250.5',
  currency: 'USD',
  receivedAt: '2026-03-10T12:00:00Z',
  pdf,
  ...changes,
})
async function submit(fields: Fields, by = token) {
  const response = await portal.call(submitItn, fields, { headers: { authorization: `Bearer ${by}` } })
  return { status: response.statusCode, ...response.json() }
}
const rejection = (status: number, detail: string) => ({ status, detail: expect.stringContaining(detail) })
const open = (itn: string, headers = ada.headers) => portal.call(openSubmittedBill, { itn }, { headers })
const rows = (query: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    queryRows(db, z.record(z.string(), z.unknown()), sql`${query}`),
  )
const findRequest = (itn: string) =>
  rows(sql`select round, is_pending, due_at is not null as due from authorization_request where itn = ${itn}`)
const decide = async (itn: string, fields: object) => {
  const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: ada.headers })
  expect(response.statusCode).toBe(200)
}

test('only a token with the right for ITNs can submit a bill', async () => {
  expect((await portal.call(submitItn, bill('R-1'))).statusCode).toBe(401)
  expect((await portal.call(submitItn, bill('R-1'), { headers: ada.headers })).statusCode).toBe(401)
  expect((await submit(bill('R-1'), await createToken('feed', ['acme'], 'decisions'))).status).toBe(404)
  expect(await findRequest('R-1')).toEqual([])
})

test.each([
  ['an invalid ITN', { itn: 'a b' }, 'is not an ITN'],
  ['an invalid date', { serviceFrom: '2026-02-30' }, 'serviceFrom'],
  ['dates in the wrong order', { serviceTo: '2026-03-01' }, 'serviceTo'],
  ['a time without a time zone', { receivedAt: '2026-03-10T12:00:00' }, 'receivedAt'],
  ['an amount with too many decimals', { totalCharge: '1.005' }, 'totalCharge'],
  ['a currency that does not exist', { currency: 'XXQ' }, 'currency'],
  ['no patient', { patientName: ' ' }, 'patientName'],
  ['an invisible patient', { patientName: '\u200b' }, 'patientName'],
  ['half of a character', { patientName: 'Ada\ud800' }, 'patientName has an unreadable character'],
  ['an unknown client', { client: 'NONE1' }, 'there is no client code "NONE1"'],
  ["another client's code", { client: 'OTHER1' }, 'there is no client code "OTHER1"'],
  ['a client without authorizations', { client: 'WITHOUT1' }, 'does not use authorizations'],
  ['text as the PDF', { pdf: Buffer.from('hello').toString('base64') }, 'The PDF cannot be read'],
  ['invalid Base64', { pdf: 'JVBERi0=!!' }, text.notBase64],
])('a bill with %s is rejected as in an import, and nothing is stored', async (_what, changes, message) => {
  expect(await submit(bill('W-1', changes))).toMatchObject(rejection(422, message))
  expect(await rows(sql`select from authorization_intake where itn = 'W-1'`)).toEqual([])
  expect(await findRequest('W-1')).toEqual([])
})

test.each([
  ['no patient', { patientName: undefined }, 'patientName'],
  ['no PDF', { pdf: undefined }, 'pdf'],
  ['a date that is a number', { serviceFrom: 20260304 }, 'serviceFrom'],
  ['an amount that is neither text nor a number', { totalCharge: true }, 'totalCharge'],
  ['a number that JSON can change', { totalCharge: 9007199254740.125 }, 'totalCharge'],
])('a bill with %s is malformed, and the response names the field', async (_what, changes, field) => {
  const response = await submit({ ...bill('W-0'), ...changes } as Fields)
  expect([response.status, response.faults]).toEqual([400, [expect.objectContaining({ field })]])
  expect(await findRequest('W-0')).toEqual([])
})

test('an amount can be a number and is the same as its text', async () => {
  const first = await submit(bill('A-1', { totalCharge: 1250.5 }))
  expect(first).toMatchObject({ status: 200, outcome: 'added' })
  expect(await submit(bill('A-1', { totalCharge: '1250.50' }))).toEqual(first)
  const amounts = sql`select total_charge::text as amount from authorization_request where itn = 'A-1'`
  expect(await rows(amounts)).toEqual([{ amount: '1250.50' }])
  for (const totalCharge of [1.005, -1])
    expect(await submit(bill('A-2', { totalCharge }))).toMatchObject({ status: 422 })
})

test('an encrypted, a broken and an oversized PDF are rejected', async () => {
  const encrypted = rawPdf([catalog, pageTree(3), page()], { trailer: '/Encrypt 4 0 R' })
  const broken = Buffer.from(pdf, 'base64').subarray(0, 300)
  const unreadable = rejection(422, 'The PDF cannot be read: ')
  for (const each of [encrypted, broken])
    expect(await submit(bill('W-2', { pdf: each.toString('base64') }))).toMatchObject(unreadable)
  const large = Buffer.alloc(maxPdfBytes + 1).toString('base64')
  expect((await submit(bill('W-2', { pdf: large }))).status).toBe(413)
  expect(await findRequest('W-2')).toEqual([])
})

test('an infected PDF is rejected, and nothing is stored', async () => {
  const infected = Buffer.concat([Buffer.from(pdf, 'base64'), Buffer.from('% EICAR')])
  const response = await submit(bill('W-3', { pdf: infected.toString('base64') }))
  expect(response).toMatchObject({ status: 422, detail: text.infected })
  expect(await findRequest('W-3')).toEqual([])
})

test('a new bill is pending with its due time, and the reviewer can open its PDF', async () => {
  expect(await submit(bill('N-1'))).toMatchObject({ status: 200, itn: 'N-1', round: 1, outcome: 'added' })
  expect(await findRequest('N-1')).toEqual([{ round: 1, is_pending: true, due: true }])
  const { bills } = (await portal.call(listPendingAuthorizations, {}, { headers: ada.headers })).json()
  expect(bills).toContainEqual(
    expect.objectContaining({ itnNumber: 'N-1', submittedPdf: true, totalChargeAmount: '1250.50' }),
  )
  expect((await extractTexts((await open('N-1')).rawPayload)).join(' ')).toContain('Bill of Mercy Hospital')
  const entries = sql`select actor, action, subject, client_code from audit_event where subject = 'N-1' order by id`
  expect(await rows(entries)).toMatchObject([
    { actor: 'service intake', action: 'authorization received', client_code: 'ACME1' },
    { actor: ada.userId, action: 'bill image opened', client_code: 'ACME1' },
  ])
})

test("another client's PDF is like a missing one", async () => {
  await submit(bill('N-2'))
  const { headers } = await signInStaff(portal, 'other')
  const foreign = await open('N-2', headers)
  const missing = await open('N-3', headers)
  expect([foreign.statusCode, foreign.json().detail]).toEqual([404, missing.json().detail])
  expect((await portal.call(openSubmittedBill, { itn: 'N-2' })).statusCode).toBe(401)
})

test('the PDF of an earlier round is not shown with the next round', async () => {
  await submit(bill('N-4'))
  await withEveryClient(portal.databaseContext.owner, (db) =>
    execute(db, sql`update authorization_request set round = 2 where itn = 'N-4'`),
  )
  expect((await open('N-4')).statusCode).toBe(404)
  const { bills } = (await portal.call(listPendingAuthorizations, {}, { headers: ada.headers })).json()
  expect(bills).toContainEqual(expect.objectContaining({ itnNumber: 'N-4', submittedPdf: false }))
})

test('a repeated request gets the same response, even after later rounds', async () => {
  const first = await submit(bill('I-1'))
  expect(await submit(bill('I-1', { totalCharge: '1250.50' }))).toEqual(first)
  await submit(bill('I-1', { receivedAt: '2026-03-11T12:00:00Z' }))
  expect(await submit(bill('I-1'))).toEqual(first)
  expect(await findRequest('I-1')).toMatchObject([{ round: 2 }])
})

test.each([
  ['amount', { totalCharge: '9' }],
  ['PDF', { pdf: Buffer.from(rawPdf([catalog, pageTree(3), page()])).toString('base64') }],
])('another %s for a known bill is rejected unless it was received later', async (what, changes) => {
  const itn = `C-${what}`
  await submit(bill(itn))
  expect(await submit(bill(itn, changes))).toMatchObject({ status: 409, detail: text.changed(itn) })
  const earlier = await submit(bill(itn, { ...changes, receivedAt: '2026-03-10T11:00:00Z' }))
  expect(earlier).toMatchObject(rejection(409, 'was received again later'))
  const later = await submit(bill(itn, { ...changes, receivedAt: '2026-03-10T13:00:00Z' }))
  expect(later).toMatchObject({ status: 200, round: 2, outcome: 'resubmitted' })
})

test('a denied bill stays decided, and one that needs information is pending again after a later receivedAt', async () => {
  for (const itn of ['D-1', 'D-2']) await submit(bill(itn))
  await decide('D-1', { denialCode: '0188' })
  await decide('D-2', { additionalInfo: '0507' })
  await endUndoTime(portal.databaseContext.owner, 'D-1')
  const changes = { receivedAt: '2026-03-12T12:00:00Z' }
  expect(await submit(bill('D-1', changes))).toMatchObject(rejection(409, 'approved or denied'))
  expect(await findRequest('D-1')).toMatchObject([{ round: 1, is_pending: false }])
  expect((await submit(bill('D-2', { totalCharge: '9' }))).status).toBe(409)
  expect(await submit(bill('D-2', changes))).toMatchObject({ status: 200, round: 2, outcome: 'resubmitted' })
  expect(await findRequest('D-2')).toMatchObject([{ round: 2, is_pending: true }])
})

test('a change to a bill is rejected for now while its denial can be undone, and accepted after the undo', async () => {
  await submit(bill('U-1'))
  await decide('U-1', { denialCode: '0188' })
  const change = bill('U-1', { receivedAt: '2026-03-12T12:00:00Z' })
  const headers = { authorization: `Bearer ${token}` }
  const early = await portal.call(submitItn, change, { headers })
  expect([early.statusCode, early.json().detail]).toEqual([409, expect.stringContaining('send it again')])
  expect(early.json().detail).not.toMatch(/approved|denied|final/)
  expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
  expect((await portal.call(undoDecision, { itn: 'U-1' }, { headers: ada.headers })).statusCode).toBe(200)
  expect(await submit(change)).toMatchObject({ status: 200, round: 2, outcome: 'resubmitted' })
})

test('an imported bill with the same values gets the PDF', async () => {
  const { pdf: _pdf, ...values } = bill('F-1')
  const header = Object.keys(values).join(',')
  const line = Object.values(values).map((value) => `"${value ?? ''}"`)
  await importText(portal.databaseContext, itnImport, `${header}\n${line.join(',')}\n`)
  expect(await submit(bill('F-1'))).toMatchObject({ status: 200, round: 1, outcome: 'known' })
})

test("an ITN or incident that another client uses is rejected without changing that client's bill", async () => {
  await addPendingBills(portal.databaseContext.owner, [{ itn: 'X-1', client: 'OTHER1' }])
  const inUse = { status: 409, detail: '"X-1" is in use by another client' }
  expect(await submit(bill('X-1'))).toMatchObject(inUse)
  expect(await rows(sql`select client_code from authorization_request where itn = 'X-1'`)).toEqual([
    { client_code: 'OTHER1' },
  ])
})

test('two concurrent identical requests make one bill and get equal responses; of two different ones, one is rejected', async () => {
  const [one, two] = await Promise.all([submit(bill('P-1')), submit(bill('P-1'))])
  expect(one).toMatchObject({ status: 200, round: 1, outcome: 'added' })
  expect(two).toEqual(one)
  const different = await Promise.all([submit(bill('P-2')), submit(bill('P-2', { totalCharge: '9' }))])
  expect(different.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await findRequest('P-2')).toMatchObject([{ round: 1 }])
})
