import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { setClock } from '#platform/contract/clock.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listDecisions } from '../backoffice-contract.ts'
import { processAuthorization, undoDecision, withdrawProposal } from '../contract.ts'
import { getAuthorizationHistory, listDecidedAuthorizations } from '../decided-contract.ts'

type Person = Awaited<ReturnType<typeof signInStaff>>

let portal: Awaited<ReturnType<typeof openPortal>>
let ada: Person
let bob: Person
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  ada = await signInStaff(portal, 'acme', { name: 'Ada Sampleton' })
  bob = await signInStaff(portal, 'acme', { name: 'Bob Mockbury' })
})
afterAll(() => portal.close())

const approval = {
  patientResponsibility: '50',
  patientResponsibilityCurrency: 'USD',
  maximumCovered: '1200.5',
  maximumCoveredCurrency: 'USD',
}
const denial = { denialCode: '0188' }

/** Adds a bill and decides it. Returns the id of the decision. */
async function decide(itn: string, fields: Record<string, string> = denial) {
  await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1' }])
  return decideAgain(itn, fields)
}
async function decideAgain(itn: string, fields: Record<string, string>, by = ada): Promise<string> {
  const response = await portal.call(processAuthorization, { itn, ...fields }, { headers: by.headers })
  expect(response.statusCode).toBe(200)
  return response.json().decisionId
}

const change = (query: ReturnType<typeof sql>) =>
  withEveryClient(portal.databaseContext.owner, (db) => execute(db, query))

/** Lists the decisions on a bill. */
async function list(itn: string) {
  const response = await portal.call(listDecidedAuthorizations, { search: itn }, { headers: ada.headers })
  return listDecidedAuthorizations.response.parse(response.json()).decisions
}

async function readHistory(itn: string, { headers } = ada) {
  const response = await portal.call(getAuthorizationHistory, { itn }, { headers })
  return getAuthorizationHistory.response.parse(response.json())
}

test('an undone decision is only in the history and the list of undone ones, with who undid it and when', async () => {
  const undone = await decide('SLIP', approval)
  const input = { itn: 'SLIP', decisionId: undone }
  expect((await portal.call(undoDecision, input, { headers: ada.headers })).statusCode).toBe(200)
  expect(await list('slip')).toEqual([])
  const listUndone = async ({ headers } = ada) => {
    const response = await portal.call(
      listDecidedAuthorizations,
      { search: 'slip', state: 'undone' },
      { headers },
    )
    return listDecidedAuthorizations.response.parse(response.json()).decisions
  }
  expect(await listUndone()).toMatchObject([
    { id: undone, itnNumber: 'SLIP', action: 'A', undoneAt: expect.any(String), undoneBy: 'Ada Sampleton' },
  ])
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true })
  expect(await listUndone(await signInStaff(portal, 'other'))).toEqual([])
  expect(await readHistory('SLIP')).toMatchObject({ isPending: true, decisions: [{ id: undone }] })
  const standing = await decideAgain('SLIP', denial, bob)
  expect(await readHistory('SLIP')).toMatchObject({
    bill: { itnNumber: 'SLIP', client: 'ACME1', receivedAt: '2026-03-10T12:00:00.000Z' },
    isPending: false,
    changedAt: null,
    decisions: [
      { id: undone, action: 'A', maximumCovered: '1200.50', undoneAt: expect.any(String), isFinal: true },
      { id: standing, action: 'D', decidedBy: 'Bob Mockbury', undoneAt: null, isFinal: false, sentAt: null },
    ],
  })
  const readTimes = async (by: Person) =>
    (await readHistory('SLIP', by)).decisions.map(({ undoSecondsLeft }) => undoSecondsLeft)
  expect(await readTimes(ada)).toEqual([0, 0])
  expect(await readTimes(bob)).toEqual([
    0,
    expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 30),
  ])
})

test('the audit trail names the first of two people who approved, by name and ID', async () => {
  const setLimit = (limit: string | null) =>
    change(sql`update client set second_person_above = ${limit}::jsonb where id = 'acme'`)
  await setLimit('{"USD": 1}')
  await decide('PAIR', approval)
  await decideAgain('PAIR', approval, bob)
  await setLimit(null)
  const [entry] = await queryRows(
    portal.databaseContext.owner,
    z.object({ actor: z.string(), detail: z.looseObject({}) }),
    sql`select actor, detail from audit_event where subject = 'PAIR' and action = 'authorization decided'`,
  )
  const first = { firstApprovedBy: 'Ada Sampleton', firstApprovedById: ada.userId }
  expect(entry).toMatchObject({ actor: bob.userId, detail: first })
})

test('the history says when the back office could read a decision, which never changes', async () => {
  const id = await decide('SENT')
  await endUndoTime(portal.databaseContext.owner, 'SENT')
  const asked = { name: 'back-office', may: 'decisions', clientIds: undefined, actor: 'test' } as const
  const token = await createServiceToken(portal.databaseContext.owner, asked)
  const readFeed = () => portal.call(listDecisions, {}, { headers: { authorization: `Bearer ${token}` } })
  await readFeed()
  const [sent] = await list('sent')
  expect(sent).toMatchObject({ id, isSent: true, sentAt: expect.any(String) })
  await readFeed()
  expect((await readHistory('SENT')).decisions).toMatchObject([{ id, sentAt: sent?.sentAt, isFinal: true }])
  const move = sql`update decision_message set sent_at = now() where id = ${id}`
  await expect(change(move)).rejects.toThrow(/append-only/)
})

test('a decision keeps the times and the bill of its round after the bill was resubmitted', async () => {
  await decide('TWICE')
  await change(sql`
    update authorization_request
       set round = 2, is_pending = true, received_at = '2026-04-10T12:00:00Z', due_at = '2026-04-11T12:00:00Z',
           provider_name = 'Holy Cross Hospital', incident_number = '24000000099', service_to = '2026-03-20'
     where itn = 'TWICE'`)
  expect(await list('twice')).toMatchObject([{ receivedAt: '2026-03-10T12:00:00.000Z', dueAt: null }])
  await decideAgain('TWICE', denial)
  expect((await readHistory('TWICE')).decisions).toMatchObject([
    {
      round: 1,
      receivedAt: '2026-03-10T12:00:00.000Z',
      dueAt: null,
      patientName: 'Sampleton, Ada',
      providerName: 'Mercy Hospital',
      incidentNumber: null,
      serviceTo: '2026-03-09',
    },
    {
      round: 2,
      receivedAt: '2026-04-10T12:00:00.000Z',
      dueAt: '2026-04-11T12:00:00.000Z',
      providerName: 'Holy Cross Hospital',
      incidentNumber: '24000000099',
      serviceTo: '2026-03-20',
    },
  ])
})

test('a portal whose clock is ahead writes the times of a decision by the clock of the database', async () => {
  onTestFinished(setClock(() => new Date(Date.now() + 5 * 60_000)))
  await decide('CLOCK')
  const undone = await portal.call(undoDecision, { itn: 'CLOCK' }, { headers: ada.headers })
  expect(undone.statusCode).toBe(200)
  const [decision] = (await readHistory('CLOCK')).decisions
  const { decidedAt = '', undoneAt = '' } = decision ?? {}
  expect(Date.parse(decidedAt)).toBeLessThan(Date.now() + 60_000)
  expect(Date.parse(undoneAt ?? '')).toBeGreaterThanOrEqual(Date.parse(decidedAt))
})

test('the history keeps every proposed approval: withdrawn, of an earlier round, confirmed and denied', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set second_person_above = '{"USD": 1000}' where id = 'acme'`)
  const send = async (by: Person, fields: Record<string, string>) => {
    const response = await portal.call(
      processAuthorization,
      { itn: 'TWO', ...fields },
      { headers: by.headers },
    )
    expect(response.statusCode).toBe(200)
  }
  const withdraw = (by: Person, itn: string) =>
    portal.call(withdrawProposal, { itn }, { headers: by.headers })
  const readProposals = async () => (await readHistory('TWO')).proposals
  await addPendingBills(owner, [{ itn: 'TWO', client: 'ACME1' }])
  await send(ada, approval)
  const amounts = { currency: 'USD', patientResponsibility: '50.00', maximumCovered: '1200.50' }
  const byAda = { ...amounts, proposedBy: 'Ada Sampleton', withdrawnBy: null, withdrawnAt: null }
  const byBob = { ...byAda, proposedBy: 'Bob Mockbury' }
  expect(await readProposals()).toMatchObject([byAda])
  expect((await withdraw(bob, 'TWO')).statusCode).toBe(200)
  const withdrawn = { ...byAda, withdrawnBy: 'Bob Mockbury', withdrawnAt: expect.any(String) }
  expect(await readProposals()).toMatchObject([withdrawn])
  await send(bob, approval)
  await change(sql`update authorization_request set round = 2, changed_at = now() where itn = 'TWO'`)
  await send(ada, approval)
  await send(bob, approval)
  expect(await readProposals()).toMatchObject([withdrawn, byBob, byAda])
  expect(await list('two')).toMatchObject([{ decidedBy: 'Bob Mockbury', firstApprovedBy: 'Ada Sampleton' }])
  expect((await portal.call(undoDecision, { itn: 'TWO' }, { headers: bob.headers })).statusCode).toBe(200)
  await send(bob, denial)
  expect(await readProposals()).toMatchObject([withdrawn, byBob, byAda])
  expect(await list('two')).toMatchObject([{ action: 'D', firstApprovedBy: null }])
  for (const forged of [
    sql`update approval_proposal set withdrawn_by_name = 'Eve' where itn = 'TWO' and withdrawn_at is not null`,
    sql`delete from approval_proposal`,
  ])
    await expect(change(forged)).rejects.toThrow(/^approval_proposal is append-only/)
})
