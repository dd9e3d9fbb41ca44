import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { listPendingAuthorizations, processAuthorization, undoDecision } from '#authorizations/contract.ts'
import { leaseAuthorization, readQueue } from '#authorizations/queue-contract.ts'
import { listBills, openRepricingInvoice } from '#billing/contract.ts'
import { addNote, readFeed, readTimeline } from '#cases/activity-contract.ts'
import { readCase } from '#cases/case-contract.ts'
import {
  type CaseRow,
  listCaseDocuments,
  listMedicalRecords,
  openCaseSummary,
  openMedicalRecord,
  searchPatients,
} from '#cases/contract.ts'
import { findAnything } from '#find/contract.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openReport } from '#reports/contract.ts'
import { listReportBills, showReport } from '#reports/view-contract.ts'
import type { Random } from '#seed/seeded-random.ts'
import { getFigures, listLongestWaiting } from '#today/contract.ts'
import { approval, denial } from './decision-staff.ts'
import { type Person, type Recorder, readJson } from './mixed-load.ts'
import type { StaffClient } from './portal-staff.ts'
import type { createVobIssuer } from './vob-issuer.ts'

export type StaffContext = { recorder: Recorder; staff: StaffClient; random: Random }

/** Beginnings of last names, of which some match many patients and some none. */
const beginnings = ['sa', 'be', 'ma', 'ro', 'co', 'ha', 'wi', 'mor', 'gar', 'q', 'sh', 'la']
const dayMs = 86_400_000
const isoDay = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)

/** Sends requests of endpoints and opens documents as their pages do; both record what they did. */
function createAsk({ recorder, staff }: StaffContext) {
  return {
    async ask<Output extends z.ZodType>(
      name: string,
      contract: Endpoint<z.ZodObject, Output> | { method: string; path: string; response: Output },
      input: object = {},
    ) {
      const answer = await recorder.record({ name, kind: 'page' }, () =>
        contract.method === 'GET' ? staff.get(contract.path) : staff.send(contract.path, input),
      )
      return readJson(contract, answer)
    },
    /** With the ticket that the page asks for first. An empty report leads to another page. */
    open: (name: string, path: string, fields: Record<string, string>) =>
      recorder.record({ name, kind: 'document', statuses: [200, 302, 303] }, () => staff.open(path, fields)),
  }
}

/** Staff who search patients, read their cases, open documents and write a note now and then. */
export async function* createCaseReader(context: StaffContext): Person {
  const { random } = context
  const { ask } = createAsk(context)
  for (;;) {
    await ask('home page figures', getFigures)
    yield
    const beginning = random.oneOf(beginnings)
    await ask('search box', findAnything, { searchTerm: beginning })
    yield
    const search = { searchType: 'NAMEL', searchTerm: beginning }
    const found = await ask('patients by last name', searchPatients, search)
    yield
    const rows = (found?.patients ?? []).filter(({ incidentNumber }) => incidentNumber !== null)
    for (let cases = Math.min(rows.length, 3); cases > 0; cases -= 1)
      yield* readOneCase(context, random.oneOf(rows))
  }
}

async function* readOneCase(context: StaffContext, row: CaseRow): AsyncGenerator<undefined, void> {
  const { ask, open } = createAsk(context)
  const incidentNumber = row.incidentNumber ?? ''
  const key = { incidentNumber, patientCode: row.patientCode, client: row.client }
  await ask('case', readCase, { row: row.hash })
  const [records] = await Promise.all([
    ask('medical records', listMedicalRecords, key),
    ask('case timeline', readTimeline, key),
    ask('case feed', readFeed, key),
  ])
  yield
  await Promise.all([ask('case documents', listCaseDocuments, key), ask('bills of a case', listBills, key)])
  yield
  const [record] = records?.medicalRecords ?? []
  if (record) {
    const { pageStartNumber, pageEndNumber } = record
    const pages = { PageStartNumber: String(pageStartNumber), PageEndNumber: String(pageEndNumber) }
    await open('pages of a medical record', openMedicalRecord.path, {
      IncidentNumber: incidentNumber,
      ...pages,
    })
    yield
  }
  if (row.hasCaseSummary) {
    await open('case summary', openCaseSummary.path, { IncidentNumber: incidentNumber })
    yield
  }
  if (row.hasBills) {
    await open('repricing invoice', openRepricingInvoice.path, { IncidentNumber: incidentNumber, ITN: 'ALL' })
    yield
  }
  await ask('note', addNote, {
    ...key,
    noteId: randomUUID(),
    noteText: 'Spoke with the hospital; records follow.',
  })
  yield
}

/** The bills that people decide. An undone one waits again. */
export type BillStock = { waiting: string[] }

const undoEvery = 5

/** Staff who follow the queue and decide one bill after another; every fifth decision is undone. */
export async function* createQueueDecider(context: StaffContext, stock: BillStock): Person {
  const { recorder, staff } = context
  const { ask } = createAsk(context)
  let since = (await ask('whole queue', listPendingAuthorizations, {}))?.version
  for (let decisions = 1; ; decisions += 1) {
    yield
    const status = await ask('poll of the queue', readQueue, { since })
    if (status && status.version !== since)
      since = (await ask('changes of the queue', listPendingAuthorizations, { isReload: true, since }))
        ?.version
    yield
    await ask('longest waiting', listLongestWaiting)
    const itn = stock.waiting.shift()
    if (itn === undefined) continue
    yield
    await ask('lease of a bill', leaseAuthorization, { itn, isOpen: true })
    yield
    const order = decisions % 2 === 0 ? approval(itn) : denial(itn)
    const answer = await recorder.record({ name: 'decision', kind: 'page' }, () =>
      staff.send(processAuthorization.path, order, { 'idempotency-key': randomUUID() }),
    )
    const decided = readJson(processAuthorization, answer)
    await ask('end of a lease', leaseAuthorization, { itn, isOpen: false })
    if (decided?.decisionId === undefined || decisions % undoEvery > 0) continue
    yield
    await ask('undo of a decision', undoDecision, { itn, decisionId: decided.decisionId })
    stock.waiting.push(itn)
  }
}

const reportCodes = ['SAVINGS', 'BILLDETAIL', 'ACTIVITY']

/** Staff who read reports on the page, the bills behind their figures, and the same reports as PDFs. */
export async function* createReportReader(context: StaffContext): Person {
  const { random } = context
  const { ask, open } = createAsk(context)
  for (;;) {
    const days = random.between(10, 90)
    const period = { StartDate: isoDay(days), EndDate: isoDay(0) }
    const criteria = { Clients: 'ALP1,ALP2', ...period, ReportCode: random.oneOf(reportCodes) }
    await ask('report on the page', showReport, criteria)
    yield
    await ask('bills of a report', listReportBills, { firstDay: period.StartDate, lastDay: period.EndDate })
    yield
    await open('report as a PDF', openReport.path, criteria)
    yield
  }
}

/** Staff who preview a verification of benefits, change it, and issue it. */
export async function* createLetterWriter(
  { recorder }: StaffContext,
  { preview, issue }: Awaited<ReturnType<typeof createVobIssuer>>,
): Person {
  const toResponse = (body: BodyInit | undefined) => (body === undefined ? undefined : new Response(body))
  for (;;) {
    for (let previews = 0; previews < 2; previews += 1) {
      await recorder.record({ name: 'preview of a letter', kind: 'document' }, async () =>
        toResponse(await preview()),
      )
      yield
    }
    await recorder.record({ name: 'issued letter', kind: 'document' }, async () =>
      toResponse((await issue())?.pdf as BodyInit | undefined),
    )
    yield
  }
}
