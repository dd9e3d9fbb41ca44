import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allBills } from '#billing/rules.ts'
import { openRegularFile } from '#platform/config/open-regular-file.ts'
import type { CsvTable } from '#platform/import/column-parsers.ts'
import * as cells from '#platform/import/column-parsers.ts'
import { type CsvSource, csvFile } from '#platform/import/csv-file.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import { RowRejectedError } from '#platform/import/rejects.ts'
import { incidentNumberLength } from '../../contract.ts'
import { staffNotePrefix } from '../../rules.ts'
import { messages, type SkippedFile } from './import-messages.ts'

/** One kind of CSV file in a case folder, with the key of its table. */
export type CaseFile = CsvTable & {
  key: readonly string[]
  /** The column that refers to the parent row, if the key does not begin with it. */
  parentColumn?: string
}

const { optional, text, day, page, amount } = cells
const incidentNumber = cells.fixedLengthText(incidentNumberLength)

/** The files in dependency order: patients, policies and incidents, then the rows that refer to incidents. */
export const caseFiles = {
  'patients.csv': {
    table: 'patient',
    key: ['client_code', 'patient_code'],
    columns: {
      patientCode: ['patient_code', text(40)],
      client: ['client_code', text(20)],
      lastName: ['last_name', text(150)],
      firstName: ['first_name', text(150)],
      dateOfBirth: ['date_of_birth', day],
    },
  },
  'policies.csv': {
    table: 'policy',
    key: ['client_code', 'policy_number', 'patient_code'],
    columns: {
      policyNumber: ['policy_number', text(60)],
      patientCode: ['patient_code', text(40)],
      effectiveDate: ['effective_date', optional(day)],
    },
  },
  'incidents.csv': {
    table: 'incident',
    key: ['incident_number'],
    columns: {
      incidentNumber: ['incident_number', incidentNumber],
      patientCode: ['patient_code', text(40)],
      policyNumber: ['policy_number', optional(text(60))],
      dateOfIncident: ['date_of_incident', day],
      incidentDescription: ['description', text(2000)],
      enterDate: ['enter_date', day],
      summary: ['summary', optional(text(100_000))],
    },
  },
  'records.csv': { table: 'medical_record', ...pageRangeFile() },
  'documents.csv': { table: 'case_document', ...pageRangeFile() },
  'bills.csv': {
    table: 'bill',
    key: ['itn'],
    parentColumn: 'incident_number',
    columns: {
      itn: ['itn', text(40)],
      incidentNumber: ['incident_number', incidentNumber],
      providerName: ['provider_name', text(300)],
      serviceFrom: ['service_from', day],
      serviceTo: ['service_to', day],
      currency: ['currency', cells.currency],
      totalCharges: ['total_charges', amount],
      repricedAmount: ['repriced_amount', optional(amount)],
      processedDate: ['processed_on', optional(day)],
      paymentStatus: ['payment_status', text(60)],
      imagePageStart: ['image_page_start', optional(page)],
      imagePageEnd: ['image_page_end', optional(page)],
      receivedDate: ['received_on', optional(day)],
      network: ['network', optional(text(100))],
      providerType: ['provider_type', optional(text(100))],
      providerPlace: ['provider_place', optional(text(100))],
      memberGroup: ['member_group', optional(text(100))],
    },
    check(row) {
      if (row.itn === allBills) throw new RowRejectedError(general.reserved('itn', allBills))
      const { currency = '', serviceFrom, serviceTo, imagePageStart, imagePageEnd } = row
      if (String(serviceTo) < String(serviceFrom))
        throw new RowRejectedError(general.reversed('serviceFrom', 'serviceTo'))
      const { receivedDate, processedDate } = row
      if (receivedDate && processedDate && processedDate < receivedDate)
        throw new RowRejectedError(general.reversed('receivedDate', 'processedDate'))
      if ((imagePageStart === null) !== (imagePageEnd === null))
        throw new RowRejectedError(messages.halfImage)
      rejectReversedPages(row, 'imagePageStart', 'imagePageEnd')
      for (const column of ['totalCharges', 'repricedAmount'])
        row[column] = cells.parseCurrencyAmount(String(currency), row[column] ?? null, column)
    },
  },
  'notes.csv': {
    table: 'note',
    key: ['incident_number', 'id'],
    columns: {
      id: ['id', text(60)],
      incidentNumber: ['incident_number', incidentNumber],
      timestamp: ['written_at', cells.timestamp],
      type: ['kind', text(100)],
      author: ['author', text(150)],
      noteText: ['note_text', text(20_000)],
    },
    check({ id }) {
      if (id?.startsWith(staffNotePrefix)) throw new RowRejectedError(general.reserved('id', id))
    },
  },
} as const satisfies Record<string, CaseFile>

export type CaseFileName = keyof typeof caseFiles
export const caseFileNames = Object.keys(caseFiles) as CaseFileName[]

function pageRangeFile() {
  return {
    key: ['incident_number', 'id'],
    columns: {
      id: ['id', text(60)],
      incidentNumber: ['incident_number', incidentNumber],
      dateAdded: ['date_added', day],
      pageStart: ['page_start', page],
      pageEnd: ['page_end', page],
    },
    check: (row: Record<string, string | null>) => rejectReversedPages(row, 'pageStart', 'pageEnd'),
  } as const
}

function rejectReversedPages(row: Record<string, string | null>, first: string, last: string) {
  if (Number(row[first]) > Number(row[last])) throw new RowRejectedError(general.reversed(first, last))
}

/** The file of an incident. `read` fails with `EFBIG` if the file is larger than the limit. */
export type IncidentFile = { name: string; read(maxBytes: number): Promise<Uint8Array> }

/** The importable contents of a folder: CSV files and the PDFs of incidents. */
export type CaseFolder = {
  name: string
  files: Partial<Record<CaseFileName, CsvSource>>
  documents: readonly IncidentFile[]
  /** Files whose names are not recognized. */
  skipped?: readonly SkippedFile[]
}

const documentsFolder = 'files'

/** Opens the case folder at a path. Throws an error if it contains nothing to import. */
export async function caseFolder(path: string): Promise<CaseFolder> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Error(messages.noFolder(path))
  if (!found.isDirectory()) throw new Error(messages.notAFolder(path))
  const names = await readdir(path)
  const files: CaseFolder['files'] = {}
  for (const name of caseFileNames) if (names.includes(name)) files[name] = await csvFile(join(path, name))
  const documents = names.includes(documentsFolder) ? await listDocuments(join(path, documentsFolder)) : []
  const skipped = findSkippedFiles(names)
  if (Object.keys(files).length + documents.length === 0)
    throw new Error([messages.nothingThere(path, caseFileNames), ...skipped.map(messages.skipped)].join('\n'))
  return { name: path, files, documents, skipped }
}

function findSkippedFiles(names: readonly string[]): SkippedFile[] {
  const known: readonly string[] = [...caseFileNames, documentsFolder]
  return names
    .filter((name) => !known.includes(name) && !/^\.|\.rejects\.csv$/.test(name))
    .sort()
    .map((name) => ({ name, suggestion: known.find((each) => firstWord(each) === firstWord(name)) }))
}

/** Returns the singular of the first word of a name, so that "Bill (2).csv" matches "bills.csv". */
const firstWord = (name: string) => /^[a-z]*/.exec(name.toLowerCase())?.[0].replace(/(ies|y|s)$/, '')

async function listDocuments(folder: string): Promise<IncidentFile[]> {
  if (!(await stat(folder)).isDirectory()) throw new Error(messages.filesNotAFolder(folder))
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  return names.map((name) => ({ name, read: (maxBytes) => readFile(join(folder, name), maxBytes) }))
}

async function readFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await openRegularFile(path)
  try {
    if ((await file.stat()).size > maxBytes)
      throw Object.assign(new Error('The file is too large.'), { code: 'EFBIG' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}
