import { z } from 'zod'
import { currencyScale } from '#platform/contract/money.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import { brand, daysBefore, person } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { createRandom, createWeightedPicker, type Random } from '#seed/seeded-random.ts'
import {
  type DemoDocument,
  demoDocument,
  demoFileCount,
  describeProvider,
  incidentTexts,
  noteKinds,
  noteTexts,
  paymentStatuses,
} from './documents-seed.ts'
import { importCases } from './import/import-cases.ts'

type Row = Record<string, string | number | null>
type DemoRows = Record<
  'patients' | 'policies' | 'incidents' | 'records' | 'documents' | 'bills' | 'notes',
  Row[]
>

/** How many rows of each kind the demo data contains. */
const counts = { patients: 400, incidents: 700, bills: 3000, notes: 2000 }

const clientWheel = createWeightedPicker(
  ['ALP1', 'ALP1', 'ALP1', 'ALP2', 'ALP2', 'ALP3', 'LAG1'] as const,
  () => 1,
)
const currencyWheel = createWeightedPicker(['USD', 'EUR', 'CHF', 'CAD', 'JPY'] as const, (code) =>
  code === 'USD' ? 20 : code === 'EUR' ? 5 : 1,
)

type Incident = {
  number: string
  client: string
  file: DemoDocument
  entered: number
  /** The currencies of the incident's bills, used in rotation. */
  currencies: readonly string[]
  bills: number
}
type SeedContext = { rows: DemoRows; random: Random; date: string }

/** Creates the demo cases as of a given day. Every incident uses one of the given files. */
export function demoRows(date: string, files: readonly DemoDocument[]) {
  const rows: DemoRows = {
    patients: [],
    policies: [],
    incidents: [],
    records: [],
    documents: [],
    bills: [],
    notes: [],
  }
  const context = { rows, random: createRandom('cases'), date }
  for (let number = 1; number <= counts.patients; number += 1) addPatient(context, number)
  const incidents = Array.from({ length: counts.incidents }, (_, at) => addIncident(context, at + 1, files))
  // A case of the last days has no bills yet, and hardly any notes.
  const withBills = incidents.filter(({ entered }, at) => entered > 12 && at % 12 !== 11)
  const busy = selectBusyIncidents(withBills)
  for (let number = 1; number <= counts.bills; number += 1)
    addBill(context, number, busy[number] ?? (withBills[(number * 7) % withBills.length] as Incident))
  const withNotes = incidents.filter(({ entered }, at) => entered > 6 && at % 10 !== 9)
  for (let number = 1; number <= counts.notes; number += 1)
    addNote(context, number, busy[number] ?? (withNotes[(number * 11) % withNotes.length] as Incident))
  orderNotes(rows.notes)
  return { rows, fileByIncident: new Map(incidents.map(({ number, file }) => [number, file])) }
}

/**
 * Makes the bills of two recent incidents of Alpine use two currencies. Returns one of the incidents 12
 * times, as the owner of the first bills and notes, so that the demo data has a busy case.
 */
function selectBusyIncidents(incidents: readonly Incident[]): Incident[] {
  const [busy, other] = incidents.filter(
    ({ client, entered }) => client.startsWith('ALP') && entered > 60 && entered < 150,
  )
  if (!busy || !other) return []
  for (const each of [busy, other]) each.currencies = ['USD', 'EUR']
  return Array<Incident>(12).fill(busy)
}

function addPatient({ rows, random, date }: SeedContext, number: number) {
  const { first, last } = person(random)
  const client = clientWheel(random)
  const patientCode = `${client}-${String(number).padStart(5, '0')}`
  const dateOfBirth = daysBefore(date, random.between(6_000, 30_000))
  rows.patients.push({ patientCode, client, lastName: last, firstName: first, dateOfBirth })
  const policyNumber = `${client}-POL-${random.between(100_000, 999_999)}`
  rows.policies.push({
    policyNumber,
    patientCode,
    effectiveDate: daysBefore(date, random.between(560, 1200)),
  })
}

/** Adds an incident. It skips every thirtieth patient, so that some patients have no incident. */
function addIncident(
  { rows, random, date }: SeedContext,
  number: number,
  files: readonly DemoDocument[],
): Incident {
  let at = random.between(0, counts.patients - 1)
  if (at % 30 === 29) at -= 1
  const { patientCode = '', policyNumber = '' } = rows.policies[at] as Row
  const daysSinceIncident = Math.floor(random.next() ** 1.6 * 520) + 5
  const entered = Math.max(1, daysSinceIncident - random.between(0, 6))
  const [event, diagnosis, treatment] = random.oneOf(incidentTexts)
  const incidentNumber = `26${String(number).padStart(9, '0')}`
  const summary = `${event} while traveling. Diagnosis: ${diagnosis.toLowerCase()}. Treatment: ${treatment}. Bills were reviewed for medical necessity and repriced under the network agreement. The patient is recovering.`
  rows.incidents.push({
    incidentNumber,
    patientCode,
    policyNumber,
    dateOfIncident: daysBefore(date, daysSinceIncident),
    incidentDescription: `${event}: ${diagnosis}`,
    enterDate: daysBefore(date, entered),
    summary: random.chance(0.6) ? summary : null,
  })
  const file = files[number % files.length] as DemoDocument
  const currencies = [currencyWheel(random)]
  const client = String(rows.patients[at]?.client)
  const incident = { number: incidentNumber, client, file, entered, currencies, bills: 0 }
  addPages(rows.records, incident, { random, date, kind: 'record', prefix: 'MR' })
  addPages(rows.documents, incident, { random, date, kind: 'document', prefix: 'CD' })
  return incident
}

type NewPages = { random: Random; date: string; kind: 'record' | 'document'; prefix: string }

/** Splits a part of the file into documents of one to three pages, up to the first with a future date. */
function addPages(
  rows: Row[],
  { number, file, entered }: Incident,
  { random, date, kind, prefix }: NewPages,
) {
  if (random.chance(0.08)) return
  const { first, last } = file.parts[kind]
  let added = entered
  for (let page = first; page <= last; ) {
    const pageEnd = Math.min(last, page + random.between(0, 2))
    added -= random.between(0, 8)
    if (added < 0) return
    const id = `${prefix}-${number}-${page}`
    rows.push({ id, incidentNumber: number, dateAdded: daysBefore(date, added), pageStart: page, pageEnd })
    page = pageEnd + 1
  }
}

/** Adds a bill. Its image is the next page of the file, if any is left. Bills with a future date are unprocessed. */
function addBill({ rows, random, date }: SeedContext, number: number, incident: Incident) {
  const { number: incidentNumber, entered, currencies, file } = incident
  const currency = currencies[incident.bills % currencies.length] as string
  const from = entered - random.between(0, Math.min(10, entered - 1))
  const to = from - (random.chance(0.3) ? random.between(1, Math.min(6, from)) : 0)
  const processed = to - random.between(3, 30)
  const cents = BigInt(Math.floor(random.next() ** 3 * 2_500_000) + 4_000)
  const repriced = (cents * BigInt(random.between(45, 96))) / 100n
  const { first, last } = file.parts.bill
  const page = first + incident.bills++
  const isProcessed = random.chance(0.9) && processed >= 0
  rows.bills.push({
    itn: `ITN${String(number).padStart(7, '0')}`,
    incidentNumber,
    providerName: `${brand(random)} ${random.oneOf(['Hospital', 'Clinic', 'Medical Center', 'Imaging', 'Pharmacy'])}`,
    serviceFrom: daysBefore(date, from),
    serviceTo: daysBefore(date, to),
    currency,
    totalCharges: formatAmount(cents, currency),
    repricedAmount: isProcessed ? formatAmount(repriced, currency) : null,
    processedDate: isProcessed ? daysBefore(date, processed) : null,
    paymentStatus: isProcessed ? random.oneOf(paymentStatuses) : 'Received',
    imagePageStart: random.chance(0.9) && page <= last ? page : null,
    imagePageEnd: null,
    ...describeProvider(number, incident.client),
    receivedDate: isProcessed ? daysBefore(date, Math.max(processed, to - (number % 3))) : null,
  })
  const bill = rows.bills.at(-1) as Row
  bill.imagePageEnd = bill.imagePageStart ?? null
}

function addNote(
  { rows, random, date }: SeedContext,
  number: number,
  { number: incidentNumber, entered }: Incident,
) {
  const day = daysBefore(date, entered - random.between(0, Math.min(40, entered - 1)))
  const clock = `${String(random.between(12, 21)).padStart(2, '0')}:${String(random.between(0, 59)).padStart(2, '0')}`
  const { first, last } = person(random)
  rows.notes.push({
    id: `N${number}`,
    incidentNumber,
    timestamp: `${day}T${clock}:00Z`,
    type: random.oneOf(noteKinds.between),
    author: `${first.charAt(0)}. ${last}`,
    noteText: random.oneOf(noteTexts),
  })
}

/** Marks the first note of each incident as the intake note and the last of several as the closing note. */
function orderNotes(notes: readonly Row[]) {
  const byIncident = Map.groupBy(notes, ({ incidentNumber }) => incidentNumber)
  for (const ofIncident of byIncident.values()) {
    const [first, ...later] = ofIncident.toSorted((one, other) =>
      String(one.timestamp).localeCompare(String(other.timestamp)),
    )
    const last = later.at(-1)
    if (first) first.type = noteKinds.first
    if (last) last.type = noteKinds.last
  }
}

function formatAmount(cents: bigint, currency: string): string {
  if (currencyScale(currency) === 0) return String(cents)
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
}

/** Loads the demo patients and their cases through the regular import. */
export const casesPart = (documentService: DocumentService): SeedPart => ({
  name: 'cases',
  isEmpty: async (db) => {
    const finished = sql`select from import_run where kind = 'cases' and outcome <> 'failed' limit 1`
    return (await queryRow(db, z.object({}), finished)) === undefined
  },
  async load(databaseContext, date) {
    const files = await Promise.all(
      Array.from({ length: demoFileCount }, (_, number) => demoDocument(number)),
    )
    const { rows, fileByIncident } = demoRows(date, files)
    const csv = Object.entries(rows).map(([name, made]) => [`${name}.csv`, inMemoryCsv(`${name}.csv`, made)])
    const documents = Array.from(fileByIncident, ([number, { bytes }]) => ({
      name: `${number}.pdf`,
      read: async () => bytes,
    }))
    const folder = { name: 'demo data', files: Object.fromEntries(csv), documents }
    const results = await importCases(databaseContext, { folder, documentService, actor: 'portal' })
    const rejected = results.filter((result) => result.rejected > 0)
    if (rejected.length > 0)
      throw new Error(`The import rejected rows of the demo data: ${JSON.stringify(rejected)}`)
    return `${rows.patients.length} patients with ${rows.incidents.length} incidents`
  },
})
