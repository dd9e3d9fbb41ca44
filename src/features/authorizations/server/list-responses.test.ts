import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { timeAgo } from '#platform/contract/clock.ts'
import { execute, queryRow, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { freezeClock } from '#test-support/fake-clock.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { listPendingAuthorizations, processAuthorization } from '../contract.ts'
import { listDecidedAuthorizations } from '../decided-contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'odd', ['ODD1'], { clientAuth: true, authorizers: 'all' })
  staff = await signInStaff(portal, 'odd', { name: 'Ada Sampleton' })
})
afterAll(() => portal.close())

const listBills = async () =>
  (await portal.call(listPendingAuthorizations, {}, { headers: staff.headers })).json()

test('the list, which the database writes as JSON, follows the contract for every kind of bill', async () => {
  const { owner } = portal.databaseContext
  const patientName = 'O"Neil \\ \u2028\n\u{1f600}, Zoë'
  const clock = freezeClock()
  const [receivedAt, dueAt] = [timeAgo(1259.5 * 60_000), timeAgo(-60_000)].map((at) => at.toISOString())
  const at = { receivedAt: receivedAt ?? '', client: 'ODD1', patientName }
  await addPendingBills(owner, [
    { ...at, itn: 'ODD-DUE', totalCharge: '1234567.890', currency: 'KWD', incidentNumber: '26000000001' },
    { ...at, itn: 'ODD-PLAIN', totalCharge: '0.00', currency: 'CHF' },
  ])
  const due = sql`
    update authorization_request
       set due_at = ${dueAt}::timestamptz, assignee_id = ${staff.userId}::uuid, hmo = 'Harbor "HMO"', policy_number = 'P\\1',
           service_from = '2026-12-01', service_to = '2026-12-01'
     where itn = 'ODD-DUE'`
  await withEveryClient(owner, (db) => execute(db, due))
  const list = await listBills()
  expect(listPendingAuthorizations.response.parse(list)).toEqual(list)
  const plain = {
    itnNumber: 'ODD-PLAIN',
    round: 1,
    client: 'ODD1',
    hmo: null,
    policy: null,
    incidentNumber: null,
    caseHash: null,
    billImage: false,
    submittedPdf: false,
    comments: 0,
    patientName,
    datesOfService: '3/4/2026-3/9/2026',
    serviceFrom: '2026-03-04',
    serviceTo: '2026-03-09',
    totalCharge: 0,
    totalChargeAmount: '0.00',
    totalChargeFormatted: 'CHF\u00a00.00',
    currency: 'CHF',
    receivedAt: at.receivedAt,
    waitingMinutes: 1259,
    dueAt: null,
    dueInMinutes: null,
    assignee: null,
  }
  expect(list.bills).toMatchObject([
    {
      itnNumber: 'ODD-DUE',
      hmo: 'Harbor "HMO"',
      policy: 'P\\1',
      incidentNumber: '26000000001',
      datesOfService: '12/1/2026',
      totalCharge: 1234567.89,
      totalChargeAmount: '1234567.890',
      totalChargeFormatted: 'KWD\u00a01,234,567.890',
      dueAt,
      dueInMinutes: 1,
      assignee: { id: staff.userId, isMe: true },
    },
    plain,
  ])
  clock.forward({ seconds: 61 })
  expect((await listBills()).bills[0].dueInMinutes).toBe(-1)
})

test('a decision is found and listed with the bill as it was decided, and an old one as the bill is now', async () => {
  const changeBill = (itn: string) => sql`
    update authorization_request set patient_name = 'Renamed, Zoë', incident_number = null where itn = ${itn}`
  const { owner } = portal.databaseContext
  const client = 'ODD1'
  await addPendingBills(owner, [
    { itn: 'THEN-1', client, patientName: 'Before, Zoë' },
    { itn: 'OLD-1', client, patientName: 'Before, Zoë' },
  ])
  for (const itn of ['THEN-1', 'OLD-1'])
    await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers: staff.headers })
  await withEveryClient(owner, async (db) => {
    for (const itn of ['THEN-1', 'OLD-1']) await execute(db, changeBill(itn))
    // As decisions were stored before letters.
    await execute(db, sql`alter table authorization_decision disable trigger user`)
    await execute(db, sql`update authorization_decision set patient_name = null where itn = 'OLD-1'`)
    await execute(db, sql`alter table authorization_decision enable trigger user`)
  })
  const find = async (search: string) => {
    const response = await portal.call(listDecidedAuthorizations, { search }, { headers: staff.headers })
    const { decisions } = listDecidedAuthorizations.response.parse(response.json())
    return decisions.map(({ itnNumber, patientName }) => [itnNumber, patientName])
  }
  expect(await find('before zoe')).toEqual([['THEN-1', 'Before, Zoë']])
  expect(await find('renamed zoe')).toEqual([['OLD-1', 'Renamed, Zoë']])
  expect(await find('old-1 ada renamed')).toEqual([['OLD-1', 'Renamed, Zoë']])
})

test('the audit entry names the listed bills, also of a long list that is read again', async () => {
  const { owner } = portal.databaseContext
  await addClient(portal, 'long', ['LONG1'], { clientAuth: true, authorizers: 'all' })
  const { headers } = await signInStaff(portal, 'long')
  const listShown = async (isReload: boolean) => {
    await portal.call(listPendingAuthorizations, { isReload }, { headers })
    const query = sql`select shown from audit_event order by id desc limit 1`
    return (await queryRow(owner, z.object({ shown: z.array(z.string()) }), query))?.shown
  }
  const itns = Array.from({ length: 101 }, (_, at) => `LONG-${at}`).toSorted()
  await addPendingBills(
    owner,
    itns.map((itn) => ({ itn, client: 'LONG1' })),
  )
  expect(await listShown(false)).toEqual(itns)
  expect(await listShown(true)).toEqual(itns)
})

test('whole lists of one person wait for each other up to a limit, and changes of a list never wait', async () => {
  const { headers } = await signInStaff(portal, 'odd')
  const list = async (since?: string) => {
    const response = await portal.call(listPendingAuthorizations, { since }, { headers })
    return { status: response.statusCode, retryAfter: response.headers['retry-after'] }
  }
  const { version } = (await portal.call(listPendingAuthorizations, {}, { headers })).json()
  const whole = Array.from({ length: 60 }, () => list())
  const changes = Array.from({ length: 20 }, () => list(version))
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  const answers = await Promise.all(whole)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ retryAfter }) => retryAfter !== undefined)).toBe(true)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60 - refused.length)
})

test('decisions of several client codes are listed together, newest first', async () => {
  await addClient(portal, 'wide', ['WIDE1', 'WIDE2', 'WIDE3'], { clientAuth: true, authorizers: 'all' })
  const { headers } = await signInStaff(portal, 'wide')
  const itns = ['WIDE-1', 'WIDE-2', 'WIDE-3', 'WIDE-4', 'WIDE-5', 'WIDE-6']
  const bills = itns.map((itn, at) => ({ itn, client: `WIDE${1 + (at % 3)}` }))
  await addPendingBills(portal.databaseContext.owner, bills)
  const clock = freezeClock()
  for (const itn of itns) {
    clock.forward({ seconds: 1 })
    await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers })
  }
  const find = async (filter: Record<string, string>) => {
    const response = await portal.call(listDecidedAuthorizations, filter, { headers })
    const { decisions } = listDecidedAuthorizations.response.parse(response.json())
    return decisions.map(({ itnNumber }) => itnNumber)
  }
  expect(await find({})).toEqual(itns.toReversed())
  expect(await find({ client: 'WIDE3,WIDE1' })).toEqual(['WIDE-6', 'WIDE-4', 'WIDE-3', 'WIDE-1'])
  expect(await find({ client: 'ODD1' })).toEqual([])
})
