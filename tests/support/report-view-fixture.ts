import { expect } from 'vitest'
import { type BillSelection, listReportBills, showReport } from '#reports/view-contract.ts'
import { openCasePortal } from './case-portal-fixture.ts'
import { addRows, grantReports, secondCase } from './report-fixture.ts'

/** The incidents of the client codes of `openReportPortal`. */
export const incidents = { ACME1: '24000000018', ACME2: '24000000029' }

/** Half a year of both client codes. */
export const criteria = {
  ReportCode: 'SAVINGS',
  Clients: 'ACME1,ACME2',
  StartDate: '2026-01-01',
  EndDate: '2026-06-30',
}

type Bill = { itn: string; client: keyof typeof incidents } & Record<string, unknown>

/** A portal with two cases, whose client has every report, and the same client without bills on its pages. */
export async function openReportPortal(bills: readonly Bill[] = []) {
  const portal = await openCasePortal()
  const { rejects } = await portal.fixture.import(secondCase)
  expect(rejects).toEqual([])
  await grantReports(portal, 'acme')
  await portal.insert('client_report', {
    client_id: 'bare',
    code: 'SAVINGS',
    name: 'Savings',
    multi_client: true,
    position: 0,
  })
  for (const [code, incident_number] of Object.entries(incidents)) {
    const rows = bills.flatMap(({ client, ...row }) => (client === code ? [{ incident_number, ...row }] : []))
    if (rows.length > 0) await addRows(portal.databaseContext.owner, 'bill', code, rows)
  }
  return { portal, staff: await portal.staffOf('acme') }
}

export type ReportPortal = Awaited<ReturnType<typeof openReportPortal>>
type Staff = ReportPortal['staff']

/** Opens a report on the page. */
export async function show(person: Staff, change: Partial<typeof criteria> = {}) {
  const response = await person.call(showReport, { ...criteria, ...change })
  expect(response.statusCode).toBe(200)
  return showReport.response.parse(response.json())
}

type Selection = Partial<BillSelection> & { afterDay?: string; afterItn?: string; limit?: number }

/** Reads a page of the bills of a figure. */
export async function listBills(person: Staff, selection: Selection = {}) {
  const days = { firstDay: criteria.StartDate, lastDay: criteria.EndDate }
  const response = await person.call(listReportBills, { ...days, ...selection })
  expect(response.statusCode).toBe(200)
  return listReportBills.response.parse(response.json())
}

type Found = ReturnType<typeof listReportBills.response.parse>

/** Reads all bills of a figure, page by page, and their sums. */
export async function listAllBills(person: Staff, selection: Partial<BillSelection>, limit = 100) {
  const found: Pick<Found, 'bills' | 'sums'> = { bills: [], sums: [] }
  let position: object | undefined = {}
  while (position) {
    const page = await listBills(person, { ...selection, ...position, limit })
    if (page.sums.length > 0) found.sums = page.sums
    found.bills.push(...page.bills)
    const last = page.bills.at(-1)
    position = page.hasMore && last ? { afterDay: last.processedDate, afterItn: last.itn } : undefined
  }
  return found
}
