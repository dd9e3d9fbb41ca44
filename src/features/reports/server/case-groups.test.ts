import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClock } from '#platform/contract/clock.ts'
import { currencyScale, formatMoney } from '#platform/contract/money.ts'
import { addPendingBills } from '#test-support/authorization-fixture.ts'
import { linesBetween, pdfLines } from '#test-support/pdf-lines.ts'
import { addRows } from '#test-support/report-fixture.ts'
import { openReportPortal, type ReportPortal } from '#test-support/report-view-fixture.ts'
import { type CaseSelection, listReportAuthorizations, listReportCases } from '../case-list-contract.ts'
import { openReport } from '../contract.ts'
import { type ReportSection, showReport } from '../view-contract.ts'

const [fall, slip] = ['24000000017', '24000000029']
const times = (count: number, row: (at: number) => object) =>
  Array.from({ length: count }, (_, at) => row(at))
const at = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000 - 3_600_000).toISOString()

/** The currency, days waiting and amount of each pending authorization. */
const pending: (readonly ['USD' | 'JPY', number, number])[] = [
  ['USD', 0, 10.1],
  ['USD', 3, 20.2],
  ['USD', 4, 0.05],
  ['USD', 20, 40.4],
  ['USD', 30, 5.5],
  ['USD', 31, 3.03],
  ['USD', 60, 80.8],
  ['USD', 61, 0.7],
  ['JPY', 0, 100],
  ['JPY', 1, 1000],
  ['JPY', 2, 300],
  ['JPY', 7, 2000],
  ['JPY', 8, 4000],
  ['JPY', 40, 7000],
  ['JPY', 90, 8000],
]

let portal: ReportPortal['portal']
let staff: ReportPortal['staff']
let restoreClock: () => void
beforeAll(async () => {
  ;({ portal } = await openReportPortal())
  const { owner } = portal.databaseContext
  const pages = { page_start: 1, page_end: 1 }
  const bill = {
    provider_name: 'Clinic',
    service_from: '2025-01-01',
    service_to: '2025-01-01',
    currency: 'USD',
  }
  const paid = { ...bill, total_charges: 2, payment_status: 'Paid', processed_on: '2025-02-03' }
  const noted = { kind: 'Call', author: 'A', note_text: 'Called.' }
  for (const [client, incident_number, more] of [
    ['ACME1', fall, 0],
    ['ACME2', slip, 10],
  ] as const) {
    const dated = (kind: string, day: string) => (n: number) => ({
      incident_number,
      id: `${kind}${n}`,
      date_added: day,
      ...pages,
    })
    await addRows(owner, 'medical_record', client, times(3 + more, dated('A', '2025-01-07')))
    await addRows(owner, 'case_document', client, times(4 + more, dated('B', '2025-01-07')))
    const billed = (n: number) => ({ ...paid, incident_number, itn: `B${client}${n}` })
    await addRows(owner, 'bill', client, times(5 + more, billed))
    const written = (n: number) => ({
      ...noted,
      incident_number,
      id: `C${n}`,
      written_at: '2025-03-01T04:59:00Z',
    })
    await addRows(owner, 'note', client, times(6 + more, written))
  }
  const patient = { client_code: 'ACME1', patient_code: 'P1', date_of_incident: '2025-01-01', summary: null }
  const entered = { ...patient, description: 'Cough', enter_date: '2025-03-05' }
  const createIncident = (n: number) => ({ ...entered, incident_number: `2400000005${n}` })
  await addRows(owner, 'incident', 'ACME1', times(2, createIncident))
  await addPendingBills(
    owner,
    pending.map(([currency, days, total], n) => ({
      itn: `W${n}`,
      client: 'ACME1',
      currency,
      totalCharge: String(total),
      receivedAt: daysAgo(days),
    })),
  )
  restoreClock = setClock(() => at)
  staff = await portal.staffOf('acme')
})
afterAll(async () => {
  restoreClock()
  await portal.close()
})

const opened = async (ReportCode: string, Clients: string, year: number) => {
  const days = { StartDate: `${year}-01-01`, EndDate: `${year}-12-31` }
  const response = await staff.open(openReport, { Clients, ReportCode, ...days })
  expect(response.statusCode).toBe(200)
  return pdfLines(response.rawPayload)
}

test('Case Activity counts each kind in total, by client, over time and by case', async () => {
  const lines = await opened('ACTIVITY', 'ACME1,ACME2', 2025)
  const heads = 'Active cases New cases Medical records Case documents Bills Notes'
  expect(lines[lines.indexOf(heads) + 1]).toBe('4 2 16 18 20 22')
  expect(linesBetween(lines, 'Activity by client', 'All 4 2 16 18 20 22')).toEqual([
    `Client ${heads}`,
    'ACME1 (ACME1) 3 2 3 4 5 6',
    'ACME2 (ACME2) 1 0 13 14 15 16',
  ])
  const weeks = lines.filter((line) => /^\d.*2025( \d+){5}$/.test(line))
  expect(
    weeks.map((line) => line.split(' ').slice(-5).map(Number)).filter((counts) => counts.some(Boolean)),
  ).toEqual([
    [0, 16, 18, 0, 0],
    [0, 0, 0, 20, 0],
    [0, 0, 0, 0, 22],
    [2, 0, 0, 0, 0],
  ])
  expect(lines.filter((line) => line.startsWith('24000000'))).toEqual([
    '24000000017 Sampleton, Ada Fell from a ladder 3/2/2026 2/28/2025 3 4 5 6',
    '24000000050 Sampleton, Ada Cough 3/5/2025 3/5/2025',
    '24000000051 Sampleton, Ada Cough 3/5/2025 3/5/2025',
    '24000000029 Probst, Max Slipped 3/2/2024 2/28/2025 13 14 15 16',
  ])
})

test('pending authorizations are broken down by wait and currency, with the median wait and the count over 30 days', async () => {
  const lines = await opened('AUTHAGING', 'ACME1', 2026)
  expect(lines[lines.indexOf('Pending Longest wait Median wait Over 30 days') + 1]).toBe(
    '15 90 days 8 days 5',
  )
  const table = linesBetween(lines, 'Pending amounts', 'Authorizations, longest waiting first')
  const begins = [0, 1, 4, 8, 31, 61, Number.POSITIVE_INFINITY]
  const groupByWait = (waiting: typeof pending) =>
    begins.map((begin, n) => {
      const end = begins[n + 1]
      return end === undefined ? waiting : waiting.filter(([, days]) => days >= begin && days < end)
    })
  const amounts = (currency: 'USD' | 'JPY') =>
    groupByWait(pending.filter((each) => each[0] === currency)).map((cell) => {
      const hundredths = cell.reduce((sum, [, , total]) => sum + Math.round(total * 100), 0)
      return formatMoney((hundredths / 100).toFixed(currencyScale(currency)), currency)
    })
  const counts = (waiting: typeof pending) => groupByWait(waiting).map(({ length }) => `${length} pending`)
  expect(table.slice(-5)).toEqual([
    `USD ${amounts('USD').join(' ')}`,
    counts(pending.filter(([currency]) => currency === 'USD')).join(' '),
    `JPY ${amounts('JPY').join(' ')}`,
    counts(pending.filter(([currency]) => currency === 'JPY')).join(' '),
    `All currencies ${counts(pending).join(' ')}`,
  ])
})

/** Opens a report on the page, and pairs each number with what it leads to. */
async function linkedNumbers(ReportCode: string, Clients: string, year: number) {
  const days = { StartDate: `${year}-01-01`, EndDate: `${year}-12-31` }
  const response = await staff.call(showReport, { Clients, ReportCode, ...days })
  const { sections } = showReport.response.parse(response.json())
  return sections.flatMap(({ figures, tables }: ReportSection) => [
    ...figures.map(({ label, value, cases }) => ({ label, value, cases })),
    ...tables.flatMap(({ title, rows, columns }) =>
      rows.flatMap(({ label, values, cases, valueCases, caseRow }) =>
        values.flatMap((value, at) =>
          caseRow === null
            ? [{ label: `${title} ${label} ${columns[at]}`, value, cases: valueCases?.[at] ?? cases }]
            : [],
        ),
      ),
    ),
  ])
}

const countOf = (value: unknown) => (value as { count: number }).count

/** Lists all cases of a selection, two at a time. */
async function listCases(selection: Extract<CaseSelection, { list: 'cases' }>) {
  const { list: _, ...criteria } = selection
  const first = listReportCases.response.parse((await staff.call(listReportCases, criteria)).json())
  const found: typeof first.cases = []
  for (let hasMore = true; hasMore; ) {
    const last = found.at(-1)
    const start = last ? { afterDay: last.lastDay, afterIncident: last.incidentNumber } : {}
    const response = await staff.call(listReportCases, { ...criteria, ...start, limit: 2 })
    const page = listReportCases.response.parse(response.json())
    found.push(...page.cases)
    hasMore = page.hasMore
  }
  expect(found).toEqual(first.cases)
  expect(first.sums).toEqual({
    cases: found.length,
    events: found.reduce((sum, { events }) => sum + events, 0),
  })
  return first.sums
}

test('every number of Case Activity leads to its cases, as many or with as many events', async () => {
  const numbers = await linkedNumbers('ACTIVITY', 'ACME1,ACME2', 2025)
  let compared = 0
  for (const { label, value, cases } of numbers) {
    if (cases?.list !== 'cases') {
      expect(countOf(value), label).toBe(0)
      continue
    }
    const sums = await listCases(cases)
    const isOfCases = label.endsWith('Active cases') || cases.kind === 'case'
    expect(countOf(value), label).toBe(isOfCases ? sums?.cases : sums?.events)
    compared += 1
  }
  expect(compared).toBeGreaterThan(20)
})

test('every number of Authorization Aging leads to its authorizations, with their amount', async () => {
  const numbers = await linkedNumbers('AUTHAGING', 'ACME1', 2026)
  let compared = 0
  for (const { label, value, cases } of numbers) {
    if (cases?.list !== 'authorizations') {
      expect(countOf(value), label).toBe(0)
      continue
    }
    const { list: _, ...criteria } = cases
    const response = await staff.call(listReportAuthorizations, criteria)
    const { authorizations, sums } = listReportAuthorizations.response.parse(response.json())
    expect(sums.reduce((sum, { count }) => sum + count, 0)).toBe(authorizations.length)
    const waits = authorizations.map(({ days }) => days)
    const expected = {
      'Longest wait': { count: waits[0], unit: 'days' },
      'Median wait': { count: waits.toReversed()[Math.ceil(waits.length / 2) - 1], unit: 'days' },
    }[label] ?? { count: authorizations.length, unit: '' }
    if (typeof value === 'object' && value && 'amount' in value)
      expect(sums, label).toMatchObject([{ currency: value.currency, total: value.amount }])
    else expect(value, label).toEqual(expected)
    compared += 1
  }
  expect(compared).toBe(3 + 6 + 4)
  const [first] = pending.toSorted((one, other) => other[1] - one[1])
  const year = { firstDay: '2026-01-01', lastDay: '2026-12-31' }
  const response = await staff.call(listReportAuthorizations, { ...year, limit: 1 })
  const { authorizations, hasMore } = listReportAuthorizations.response.parse(response.json())
  expect([authorizations.map(({ days }) => days), hasMore]).toEqual([[first?.[1]], true])
  const [last] = authorizations
  const position = { afterTime: last?.receivedAt ?? '', afterItn: last?.itn ?? '' }
  const next = await staff.call(listReportAuthorizations, { ...year, ...position })
  expect(listReportAuthorizations.response.parse(next.json()).authorizations).toHaveLength(pending.length - 1)
})
