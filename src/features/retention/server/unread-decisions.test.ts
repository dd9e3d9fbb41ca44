import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { processAuthorization } from '#authorizations/contract.ts'
import { type Database, execute, inTransaction, queryRows, type Sql, sql } from '#platform/db/database.ts'
import { revokeServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime, readBillState } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { openFeed } from '#test-support/decision-feed-fixture.ts'
import { messages } from '../messages.ts'
import { erasePerson, tryErasure } from './erase-person.ts'
import { inErasure } from './hold-queries.ts'
import { runRetention } from './run-retention.ts'

const who = 'ACME1 P1'
const incidentNumber = '24000000017'
const actor = 'test'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let owner: Database
let staff: Awaited<ReturnType<typeof portal.staffOf>>
beforeAll(async () => {
  portal = await openCasePortal()
  owner = portal.databaseContext.owner
  await execute(owner, sql`update client set authorizers = 'all'`)
  staff = await portal.staffOf('acme')
})
afterAll(() => portal.close())

const { privateKey: key } = generateKeyPairSync('ed25519')
const dryRun = (number?: string) => tryErasure(owner, { who, actor, key, ...(number && { number }) })
const decide = async (itn: string) =>
  expect((await staff.call(processAuthorization, { itn, denialCode: '0188' })).statusCode).toBe(200)
async function decideBill(itn: string) {
  await addPendingBills(owner, [{ itn, client: 'ACME1', incidentNumber }])
  await decide(itn)
}
const retain = () =>
  runRetention({
    owner,
    storage: portal.fixture.documentService.storage,
    config: { ...portal.config, FEEDBACK_RETENTION: undefined },
  })
const setPeriod = (kind: string) =>
  execute(
    owner,
    sql`update client set retention = jsonb_build_object(${kind}::text, '1 day') where id = 'acme'`,
  )
/** Makes a decision that was made just now one of long ago, which was released then. */
const makeOld = (itn: string) =>
  inErasure(owner, (db) =>
    execute(db, sql`update authorization_decision set decided_at = '2020-01-01' where itn = ${itn}`),
  )

/** Runs `work` while another transaction has made a change that it commits once `work` waits for it. */
async function duringChange<Result>(change: Sql, work: () => Promise<Result>) {
  const waiting = sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
  const { pending } = await inTransaction(portal.db, async (db) => {
    await execute(db, sql`select set_config('portal.client_codes', 'ACME1', true)`)
    await execute(db, change)
    const pending = work().then(
      (value) => ({ value }),
      (error: Error) => ({ error }),
    )
    await expect.poll(() => queryRows(db, z.object({}), waiting), { interval: 10 }).toHaveLength(1)
    return { pending }
  })
  return pending
}

test('an erasure is refused while a decision about the person can be undone', async () => {
  await decideBill('ITN-1')
  const refusal = 'ITN ITN-1: the decision can still be undone.'
  await expect(dryRun()).rejects.toThrow(refusal)
  await expect(erasePerson(owner, { who, actor, key })).rejects.toThrow(refusal)
  await endUndoTime(owner, 'ITN-1')
  expect((await dryRun()).certificate.counts).toMatchObject({ authorization_decision: 1 })
})

test('a refusal names the first decisions and says how many more there are', async () => {
  const decision = { isUndoable: true, tokens: [] }
  const decisions = Array.from({ length: 22 }, (_, place) => ({ ...decision, itn: `ITN-${place}` }))
  const lines = messages.person.unread(who, decisions).split('\n')
  expect(lines).toHaveLength(23)
  expect(lines.slice(-3, -1)).toEqual(['  ITN ITN-19: the decision can still be undone.', '  and 2 more.'])
})

test('an erasure is refused until every program that may read the decision has acknowledged it', async () => {
  const feed = await openFeed(portal, 'back-office')
  await openFeed(portal, 'of-acme', ['acme'])
  await openFeed(portal, 'of-other', ['other'])
  await expect(dryRun()).rejects.toThrow('ITN ITN-1: not read with the token back-office, of-acme.')
  await feed.read()
  await expect(dryRun()).rejects.toThrow('the token back-office, of-acme.')
  await feed.readAll()
  await expect(dryRun()).rejects.toThrow('the token of-acme.')
  await revokeServiceToken(owner, { name: 'of-acme', actor })
  expect((await dryRun()).certificate.counts).toMatchObject({ authorization_decision: 1 })
})

test('what the program reads again from the start stays acknowledged', async () => {
  const feed = await openFeed(portal, 'again')
  await decideBill('ITN-2')
  await endUndoTime(owner, 'ITN-2')
  const [first] = await feed.read()
  await feed.readAll()
  await feed.read(first?.id)
  await expect(dryRun()).rejects.toThrow('ITN ITN-2: not read with the token back-office.')
})

test('a person is erased again whatever the restored database knows of the feed', async () => {
  expect((await dryRun('ERASED-1A2B3C4D')).certificate.number).toBe('ERASED-1A2B3C4D')
})

test('an erasure waits for a decision that is being saved, and then is refused', async () => {
  await revokeServiceToken(owner, { name: 'back-office', actor })
  await addPendingBills(owner, [{ itn: 'ITN-3', client: 'ACME1', incidentNumber }])
  const change = sql`
    with decided as (
      insert into authorization_decision (itn, round, client_code, action, currency, total_charge, comment, decided_by, decided_by_name, decided_at)
      values ('ITN-3', 1, 'ACME1', 'O', 'USD', 1250.50, 'Please call', ${staff.userId}, 'Ann', now())
    ), message as (
      insert into decision_message (itn, round, client_code, client_id, made_at, undo_until)
      values ('ITN-3', 1, 'ACME1', 'acme', now(), now() + interval '1 hour')
    )
    update authorization_request set is_pending = false where itn = 'ITN-3'`
  expect(await duringChange(change, () => dryRun())).toMatchObject({
    error: { message: expect.stringContaining('ITN ITN-3: the decision can still be undone.') },
  })
  await endUndoTime(owner, 'ITN-3')
})

test.each(['authorizations', 'cases'])(
  'a period of %s passes over decisions that were not read',
  async (kind) => {
    for (const itn of ['ITN-1', 'ITN-2', 'ITN-3']) await makeOld(itn)
    const feed = await openFeed(portal, `reads-${kind}`)
    await setPeriod(kind)
    const erased = await retain()
    expect(erased?.[`acme, ${kind}`]?.authorization_decision).toBeUndefined()
    expect(await readBillState(owner, 'ITN-1')).toMatchObject({ decisions: [{}] })
    await feed.readAll()
  },
)

test('a bill that is submitted again while its period ends is kept', async () => {
  for (const name of ['again', 'reads-authorizations', 'reads-cases'])
    await revokeServiceToken(owner, { name, actor })
  await setPeriod('authorizations')
  const change = sql`update authorization_request set is_pending = true where itn = 'ITN-1'`
  expect(await duringChange(change, retain)).toMatchObject({
    value: { 'acme, authorizations': { authorization_request: 2 } },
  })
  expect(await readBillState(owner, 'ITN-1')).toMatchObject({ isPending: true })
})
