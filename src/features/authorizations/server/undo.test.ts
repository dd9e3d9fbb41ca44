import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRow, queryRows, sql } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import {
  addPendingBills,
  endUndoTime,
  importText,
  withEveryClient,
} from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listDecisions } from '../backoffice-contract.ts'
import { listPendingAuthorizations, processAuthorization, undoDecision } from '../contract.ts'
import { messages } from '../messages.ts'
import { itnImport } from './import/itn-import.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
let token: string
let bills = 0
beforeAll(async () => {
  portal = await openPortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'viewers', ['LOOK1'], { clientAuth: true })
  await addClient(portal, 'bare', ['BARE1'], { authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
  const asked = { name: 'back-office', may: 'decisions', clientIds: undefined, actor: 'test' } as const
  token = await createServiceToken(portal.databaseContext.owner, asked)
})
afterAll(() => portal.close())

async function addBill(round = 1) {
  bills += 1
  await addPendingBills(portal.databaseContext.owner, [{ itn: `ITN-${bills}`, client: 'ACME1', round }])
  return `ITN-${bills}`
}

type Decided = z.infer<typeof processAuthorization.response> & { status: number }

async function decide(
  itn: string,
  fields: Record<string, string> = { denialCode: '0188' },
): Promise<Decided> {
  const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: ada.headers })
  return { status: response.statusCode, ...response.json() }
}

async function undo(input: z.input<typeof undoDecision.request>, by: Person | undefined = ada) {
  const response = await portal.call(undoDecision, input, { headers: by.headers })
  const { message, detail } = response.json()
  return { status: response.statusCode, message: message ?? detail }
}

async function decideNewBill() {
  const itn = await addBill()
  expect((await decide(itn)).status).toBe(200)
  return itn
}

const readFeed = async () => {
  const response = await portal.call(listDecisions, {}, { headers: { authorization: `Bearer ${token}` } })
  return listDecisions.response.parse(response.json()).decisions
}
const findInFeed = async (itn: string) => (await readFeed()).filter((decision) => decision.itn === itn)

const findPending = async (itn: string) => {
  const response = await portal.call(listPendingAuthorizations, {}, { headers: ada.headers })
  const { bills } = listPendingAuthorizations.response.parse(response.json())
  return bills.find(({ itnNumber }) => itnNumber === itn)
}

const stored = z.object({ decisions: z.number(), messages: z.number(), undone: z.number() })
const countStored = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    queryRow(
      db,
      stored,
      sql`
      select (select count(*) from authorization_decision where itn = ${itn}) as decisions,
             (select count(*) from decision_message where itn = ${itn}) as messages,
             (select count(*) from undone_decision where itn = ${itn}) as undone`,
    ),
  )
const standing = { decisions: 1, messages: 1, undone: 0 }

test('an undo without a session is rejected', async () => {
  const itn = await decideNewBill()
  expect((await portal.call(undoDecision, { itn })).statusCode).toBe(401)
  expect(await countStored(itn)).toEqual(standing)
})

test.each([
  ['of another client', 'other', 404, messages.unknown],
  ['without the right to decide', 'viewers', 403, messages.notAllowed],
  ['whose client has no authorizations', 'bare', 404, 'We can’t find anything at this address.'],
])('an undo by a user %s is rejected', async (_case, client, status, message) => {
  const itn = await decideNewBill()
  expect(await undo({ itn }, await signInStaff(portal, client))).toEqual({ status, message })
  expect(await countStored(itn)).toEqual(standing)
})

test('an undo of an unknown bill, of a pending one, or with the id of another bill’s decision is rejected', async () => {
  const itn = await addBill()
  expect(await undo({ itn: 'NONE' })).toEqual({ status: 404, message: messages.unknown })
  expect(await undo({ itn })).toEqual({ status: 409, message: messages.undo.notDecided(itn) })
  const { decisionId } = await decide(await addBill())
  const message = messages.undo.unknownDecision(itn)
  expect(await undo({ itn, decisionId })).toEqual({ status: 404, message })
})

test('a malformed undo is rejected', async () => {
  for (const input of [{ itn: '' }, { itn: 'x'.repeat(41) }, { itn: 'A', decisionId: 'yesterday' }])
    expect((await undo(input)).status).toBe(400)
})

test('only the person who made a decision can undo it', async () => {
  const itn = await decideNewBill()
  const message = messages.undo.someoneElse(itn, 'Ada Sampleton')
  expect(await undo({ itn }, bob)).toEqual({ status: 403, message })
  expect(await countStored(itn)).toEqual(standing)
})

test('after the undo time a decision cannot be undone, whether or not the back office has read it', async () => {
  const itn = await decideNewBill()
  await endUndoTime(portal.databaseContext.owner, itn)
  const refused = { status: 409, message: messages.undo.sent(itn) }
  expect(await undo({ itn })).toEqual(refused)
  expect(await findInFeed(itn)).toHaveLength(1)
  expect(await undo({ itn })).toEqual(refused)
  expect(await countStored(itn)).toEqual(standing)
})

test('a decision cannot be undone twice', async () => {
  const itn = await decideNewBill()
  expect((await undo({ itn })).status).toBe(200)
  const pattern = `^The decision on ${itn} was already undone at \\d+/\\d+/\\d{4} .+M\\.$`
  expect(await undo({ itn })).toEqual({ status: 409, message: expect.stringMatching(pattern) })
  expect(await findPending(itn)).toBeDefined()
})

test.each([
  ['the other is rejected', false, 409],
  ['the other repeats it if both name the decision', true, 200],
])('of two concurrent undos, one succeeds, and %s', async (_outcome, isNamed, second) => {
  const itn = await addBill()
  const { decisionId } = await decide(itn)
  const command = { itn, decisionId: isNamed ? decisionId : undefined }
  const responses = await Promise.all([undo(command), undo(command)])
  expect(responses.map(({ status }) => status).sort()).toEqual([200, second])
  expect(new Set(responses.map(({ message }) => message)).size).toBe(isNamed ? 1 : 2)
  expect((await undo({ itn, decisionId }, bob)).status).toBe(409)
  expect(await countStored(itn)).toEqual({ decisions: 0, messages: 0, undone: 1 })
})

test('a bill that was resubmitted after its decision keeps that decision, which is still released', async () => {
  const itn = await addBill()
  const { decisionId } = await decide(itn, { additionalInfo: '0507' })
  const header =
    'itn,client,hmo,policy,incidentNumber,patientName,providerName,serviceFrom,serviceTo,totalCharge,currency,receivedAt'
  const row = `${itn},ACME1,,,,"Sampleton, Ada",Mercy Hospital,2026-03-04,2026-03-09,1250.50,USD,2026-03-11T12:00:00Z`
  const imported = await importText(portal.databaseContext, itnImport, `${header}\n${row}\n`)
  expect(imported.rejects).toEqual([])
  const message = messages.undo.resubmitted(itn, '3/11/2026 8:00 AM')
  expect(await undo({ itn, decisionId })).toEqual({ status: 409, message })
  expect(await undo({ itn })).toEqual({ status: 409, message: messages.undo.notDecided(itn) })
  await endUndoTime(portal.databaseContext.owner, itn)
  expect(await findInFeed(itn)).toMatchObject([{ id: decisionId, round: 1, action: 'I' }])
})

test('a saved decision says until when it can be undone', async () => {
  const clock = z.object({ now: z.date() })
  const readClock = async () =>
    (await queryRow(portal.db, clock, sql`select clock_timestamp() as now`))?.now.getTime() ?? 0
  const itn = await addBill()
  const before = await readClock()
  const decided = await decide(itn)
  expect(decided.undoSeconds).toBe(30)
  const undoUntil = Date.parse(decided.undoUntil ?? '')
  expect(undoUntil).toBeGreaterThanOrEqual(before + 30_000)
  expect(undoUntil).toBeLessThanOrEqual((await readClock()) + 30_000)
})

test('an undone bill is pending again in its round with its received time, and can be decided again', async () => {
  const itn = await addBill(2)
  const before = await findPending(itn)
  const first = await decide(itn)
  expect(await findPending(itn)).toBeUndefined()
  const undone = { status: 200, message: messages.undo.undone(itn) }
  expect(await undo({ itn, decisionId: first.decisionId })).toEqual(undone)
  expect(await findPending(itn)).toMatchObject({ round: 2, receivedAt: before?.receivedAt })
  expect(await findInFeed(itn)).toEqual([])
  const second = await decide(itn, { additionalInfo: '0507' })
  expect(second.status).toBe(200)
  expect((await undo({ itn, decisionId: first.decisionId })).status).toBe(409)
  expect(await findInFeed(itn)).toEqual([])
  await endUndoTime(portal.databaseContext.owner, itn)
  expect(await findInFeed(itn)).toMatchObject([{ id: second.decisionId, round: 2, action: 'I' }])
})

test('decisions that can still be undone wait, and those made before and after them are released in order', async () => {
  const [first, undone, last] = [await decideNewBill(), await decideNewBill(), await decideNewBill()]
  const own = async () =>
    (await readFeed()).map(({ itn }) => itn).filter((itn) => [first, undone, last].includes(itn))
  expect(await own()).toEqual([])
  await endUndoTime(portal.databaseContext.owner, first)
  expect(await own()).toEqual([first])
  await undo({ itn: undone })
  await endUndoTime(portal.databaseContext.owner, last)
  expect(await own()).toEqual([first, last])
})

test('a repeated decision with the key of an undone one returns the first response and decides nothing', async () => {
  const itn = await addBill()
  const keyed = { denialCode: '0188', idempotencyKey: 'undone' }
  const first = await decide(itn, keyed)
  await undo({ itn })
  expect(await decide(itn, keyed)).toEqual(first)
  expect(await findPending(itn)).toBeDefined()
  expect(await decide(itn, { ...keyed, idempotencyKey: 'afterward' })).toMatchObject({ status: 200 })
})

test('the history and the audit trail keep who made and undid a decision, and when', async () => {
  const itn = await addBill()
  const fields = { patientResponsibility: '0.5', maximumCovered: '1250' }
  const currencies = { patientResponsibilityCurrency: 'USD', maximumCoveredCurrency: 'USD' }
  const { decisionId } = await decide(itn, { ...fields, ...currencies })
  await undo({ itn })
  const history = sql`
    select id, round, action, decided_by_name as by, maximum_covered as covered,
           undone_at between decided_at and undo_until as "isInTime"
      from undone_decision where itn = ${itn}`
  const { owner } = portal.databaseContext
  expect(await withEveryClient(owner, (db) => queryRows(db, z.looseObject({}), history))).toEqual([
    { id: decisionId, round: 1, action: 'A', by: 'Ada Sampleton', covered: '1250.00', isInTime: true },
  ])
  const audited = sql`
    select actor, action, client_code as client, detail->>'decision' as decision, detail->>'decisionId' as "decisionId"
      from audit_event where subject = ${itn} and action like 'authorization deci%' order by id`
  const event = { actor: ada.userId, client: 'ACME1', decision: 'approved', decisionId }
  const actions = ['authorization decided', 'authorization decision undone']
  expect(await queryRows(owner, z.looseObject({}), audited)).toEqual(
    actions.map((action) => ({ ...event, action })),
  )
})
