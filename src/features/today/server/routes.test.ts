import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processAuthorization } from '#authorizations/contract.ts'
import { searchPatients } from '#cases/contract.ts'
import { setClock } from '#platform/contract/clock.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { getFigures, listLongestWaiting, listNews } from '../contract.ts'

const endpoints: readonly Endpoint[] = [getFigures, listLongestWaiting, listNews]

/** Noon of a Wednesday in New York. */
const time = new Date('2026-04-01T16:00:00Z')
let restoreClock: () => void
let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>

beforeAll(async () => {
  restoreClock = setClock(() => time)
  portal = await openCasePortal({ PORTAL_TIME_ZONE: 'America/New_York' })
  await addClient(portal, 'searchers', ['SEARCH1'], { patientSearch: true })
  await addClient(portal, portal.config.INTERNAL_CLIENT_ID, [])
  await addClient(portal, 'empty', ['EMPTY1'], { currentActivity: true, clientAuth: true })
  for (const [code, prefix] of [
    ['ACME2', '25'],
    ['OTHER1', '26'],
  ] as const) {
    const file = await makePdf(['1', '2', '3', '4', '5', '6'])
    const files = { ...recentCases(code, prefix), [`files/${prefix}000000002.pdf`]: file }
    expect((await portal.fixture.import(files)).rejects).toEqual([])
  }
  await addPendingBills(portal.databaseContext.owner, pendingBills)
  await decideEarlier('DECIDED')
  staff = await portal.staffOf('acme')
})
afterAll(async () => {
  await portal.close()
  restoreClock()
})

/** A case entered yesterday, with rows before, on and after the first instant of yesterday in New York. */
const recentCases = (code: string, prefix: string) => ({
  'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\nP9,${code},Draftham,Elsa,1980-05-06\n`,
  'incidents.csv': `incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary
${prefix}000000001,P9,,2026-03-20,High fever,2026-03-31,
${prefix}000000002,P9,,2026-03-20,Sprained ankle,2026-03-25,
${prefix}000000003,P9,,2026-03-20,Food poisoning,2026-02-05,
`,
  'records.csv': `id,incidentNumber,dateAdded,pageStart,pageEnd
R1,${prefix}000000002,2026-03-31,1,2
R2,${prefix}000000002,2026-03-31,3,6
R3,${prefix}000000002,2026-03-30,1,1
`,
  'bills.csv': `itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd
${prefix}B1,${prefix}000000002,Mercy Hospital,2026-03-04,2026-03-09,USD,0.10,0.03,2026-03-31,Paid,,
${prefix}B2,${prefix}000000002,Mercy Hospital,2026-03-04,2026-03-09,USD,1000.20,,2026-03-31,In review,,
${prefix}B3,${prefix}000000002,Mercy Hospital,2026-03-04,2026-03-09,JPY,5000,4000,2026-03-31,Paid,,
${prefix}B4,${prefix}000000003,Mercy Hospital,2026-01-04,2026-01-09,USD,100,80,2026-01-15,Paid,,
${prefix}B5,${prefix}000000003,Mercy Hospital,2025-09-01,2025-09-01,USD,100,50,2025-09-30,Paid,,
${prefix}B6,${prefix}000000003,Mercy Hospital,2025-09-01,2025-09-01,CHF,100,50,2025-09-30,Paid,,
${prefix}B7,${prefix}000000003,Mercy Hospital,2026-03-04,2026-03-09,USD,70,40,2026-04-02,Paid,,
`,
  'notes.csv': `id,incidentNumber,timestamp,type,author,noteText
N1,${prefix}000000002,2026-03-31T04:00:00Z,Call,Marta Mockley,"The family asks
for a <b>transfer</b>."
N0,${prefix}000000002,2026-03-31T03:59:00Z,Call,Marta Mockley,Too early.
`,
})

const pendingBills = [
  { itn: 'OLDEST', client: 'ACME1', receivedAt: '2026-03-01T16:00:00Z', totalCharge: '6008.59' },
  { itn: 'NEW', client: 'ACME2', receivedAt: '2026-03-31T20:00:00Z', totalCharge: '5000', currency: 'JPY' },
  ...[2, 3, 4, 5].map((day) => ({
    itn: `A${day}`,
    client: 'ACME1',
    receivedAt: `2026-03-0${day}T16:00:00Z`,
  })),
  { itn: 'DECIDED', client: 'ACME1', receivedAt: '2026-02-20T16:00:00Z' },
  { itn: 'FOREIGN', client: 'OTHER1', receivedAt: '2026-01-01T16:00:00Z' },
]

/** Denies an authorization three days ago. */
async function decideEarlier(itn: string) {
  const later = setClock(() => new Date('2026-03-29T16:00:00Z'))
  const { userId, headers } = await signInStaff(portal, 'acme')
  await portal.insert('staff_grant', { user_id: userId, kind: 'decide', granted_at: time })
  const decided = await portal.call(processAuthorization, { itn, denialCode: '0188' }, { headers })
  expect(decided.json().message).toContain('denied')
  later()
}

const read = async (by = staff) => {
  const figures = await by.call(getFigures, {})
  const waiting = await by.call(listLongestWaiting, {})
  const news = await by.call(listNews, {})
  return { figures: figures.json(), waiting: waiting.json(), news: news.json() }
}

describe('the home page', () => {
  test.each(endpoints)('$path rejects requests without a session', async (contract) => {
    expect((await portal.call(contract, {})).statusCode).toBe(401)
  })

  test.each([
    ['bare', [404, 404, 404]],
    ['searchers', [200, 404, 404]],
    ['acme', [200, 200, 200]],
  ])('returns 404 for the features that client %s lacks', async (client, expected) => {
    const by = await portal.staffOf(client)
    const responses = await Promise.all(endpoints.map((contract) => by.call(contract, {})))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(expected)
    for (const { headers } of responses) expect(headers['cache-control']).toBe('no-store')
  })

  test('requires internal staff to name a client, and shows them its rows only', async () => {
    const anyClient = await signInStaff(portal, portal.config.INTERNAL_CLIENT_ID)
    for (const contract of endpoints)
      expect((await portal.call(contract, {}, { headers: anyClient.headers })).statusCode).toBe(400)
    const viewing = { headers: { ...anyClient.headers, 'client-id': 'other' } }
    const waiting = (await portal.call(listLongestWaiting, {}, viewing)).json()
    expect(waiting).toMatchObject({ pending: 1, authorizations: [{ itnNumber: 'FOREIGN' }] })
  })

  test('counts nothing for a client without rows', async () => {
    const { figures, waiting, news } = await read(await portal.staffOf('empty'))
    const none = [0, 0, 0, 0, 0, 0, 0, 0]
    const pending = { history: none, oldestMinutes: null }
    expect(figures).toEqual({ pending, newCases: none, billsProcessed: none, savings: [] })
    expect(waiting).toEqual({ authorizations: [], pending: 0, next: null })
    const counts = { bills: 0, authorization: 0, records: 0, documents: 0, note: 0, case: 0 }
    expect(news).toEqual({ counts, entries: [] })
  })
})

describe('the figures', () => {
  test('count pending authorizations at the end of each week, those decided since included', async () => {
    const { figures } = await read()
    expect(figures.pending).toEqual({ history: [0, 0, 1, 5, 6, 6, 6, 6], oldestMinutes: 31 * 24 * 60 })
  })

  test('count incidents and processed bills by weeks that end today, future ones excluded', async () => {
    const { figures } = await read()
    expect(figures.newCases).toEqual([1, 0, 0, 1, 0, 0, 1, 1])
    expect(figures.billsProcessed).toEqual([0, 0, 0, 0, 0, 0, 0, 4])
  })

  test('sum exact savings by currency and month; charges count bills that are not repriced', async () => {
    const { figures } = await read()
    const [usd, jpy, ...others] = figures.savings
    expect(others).toEqual([])
    expect(usd).toMatchObject({ currency: 'USD', charges: '2350.80', saved: '370.32' })
    expect(usd).toMatchObject({ savedPercent: '15.8', previousPercent: '50.0' })
    expect(usd.months).toEqual([
      { month: '2025-11-01', saved: '0' },
      { month: '2025-12-01', saved: '0' },
      { month: '2026-01-01', saved: '20.00' },
      { month: '2026-02-01', saved: '0' },
      { month: '2026-03-01', saved: '0.07' },
      { month: '2026-04-01', saved: '350.25' },
    ])
    expect(jpy).toMatchObject({ currency: 'JPY', charges: '5000', saved: '1000', previousPercent: null })
  })

  test('leave out the authorizations of a client without the feature', async () => {
    const searchers = await portal.staffOf('searchers')
    const figures = (await searchers.call(getFigures, {})).json()
    expect(figures).toMatchObject({ pending: null, savings: [] })
    expect(figures.newCases).toHaveLength(8)
  })
})

describe('the longest-waiting authorizations', () => {
  test('are the five oldest of the person’s client, with the number of all', async () => {
    const { waiting } = await read()
    expect(waiting.pending).toBe(6)
    const itns = waiting.authorizations.map(({ itnNumber }: { itnNumber: string }) => itnNumber)
    expect(itns).toEqual(['OLDEST', 'A2', 'A3', 'A4', 'A5'])
    expect(waiting.authorizations[0]).toEqual({
      itnNumber: 'OLDEST',
      client: 'ACME1',
      patientName: 'Sampleton, Ada',
      providerName: 'Mercy Hospital',
      totalChargeFormatted: '$6,008.59',
      waitingMinutes: 31 * 24 * 60,
    })
  })
})

describe('the news feed', () => {
  test('counts new items since the beginning of yesterday in the portal’s time zone, and is audited', async () => {
    const { news } = await read()
    expect(news.counts).toEqual({ bills: 4, authorization: 1, records: 2, documents: 0, note: 1, case: 1 })
    expect(await portal.timesAudited('longest waiting read')).toBeGreaterThan(0)
    expect(await portal.lastAudited()).toMatchObject({
      actor: staff.userId,
      action: 'new activity read',
      detail: { rows: 5, clients: 'ACME1,ACME2' },
    })
  })

  test('lists the newest of each kind, newest first, with the key of the case', async () => {
    const { news } = await read()
    const searched = await staff.call(searchPatients, { searchType: 'CLAIMNO', searchTerm: '25000000002' })
    const [{ hash }] = searched.json().patients
    const ankle = { incidentNumber: '25000000002', row: hash, patientName: 'Draftham, Elsa' }
    expect(news.entries).toMatchObject([
      {
        kind: 'bills',
        day: '2026-04-01',
        at: null,
        items: 1,
        saved: [{ currency: 'USD', amount: '350.25' }],
      },
      {
        kind: 'authorization',
        day: '2026-03-31',
        at: '2026-03-31T20:00:00.000Z',
        row: null,
        itn: 'NEW',
        patientName: 'Sampleton, Ada',
        detail: 'Mercy Hospital',
        totalCharge: '¥5,000',
      },
      {
        ...ankle,
        kind: 'note',
        day: '2026-03-31',
        at: '2026-03-31T04:00:00.000Z',
        author: 'Marta Mockley',
        detail: 'The family asks for a <b>transfer</b>.',
      },
      { kind: 'case', incidentNumber: '25000000001', detail: 'High fever' },
      { ...ankle, kind: 'records', items: 2, pages: 6, detail: 'Sprained ankle' },
    ])
  })

  test('shows a day’s bills with their savings by currency, repriced bills only', async () => {
    const other = await portal.staffOf('other')
    const { news } = await read(other)
    expect(news.entries.find(({ kind }: { kind: string }) => kind === 'bills')).toMatchObject({
      items: 3,
      saved: [
        { currency: 'JPY', amount: '1000' },
        { currency: 'USD', amount: '0.07' },
      ],
    })
  })
})
