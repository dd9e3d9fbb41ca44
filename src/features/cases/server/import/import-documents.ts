import { z } from 'zod'
import { type Database, execute, queryRows, sql } from '#platform/db/database.ts'
import type { ImportSession } from '#platform/db/database-context.ts'
import type { ImportCounts, RunCounts } from '#platform/import/import-runs.ts'
import type { Rejects } from '#platform/import/rejects.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import type { StagedDocument } from '#platform/pdf/document-service/document-storage.ts'
import { messages as documentMessages } from '#platform/pdf/document-service/messages.ts'
import { scanAndInspect } from '#platform/pdf/document-service/virus-scanner.ts'
import type { Inspection } from '#platform/pdf/extract-pages/extract-pages.ts'
import { incidentNumberLength } from '../../contract.ts'
import type { IncidentFile } from './case-files.ts'
import { messages } from './import-messages.ts'
import type { RejectedKeys } from './rejected-keys.ts'

const incident = z.object({
  number: z.string(),
  clientCode: z.string(),
  sha256: z.string().nullable(),
  lastPage: z.number(),
})
type Incident = z.infer<typeof incident>

export type Documents = {
  files: readonly IncidentFile[]
  documentService: DocumentService
  rejects: Rejects
  rejectedKeys: RejectedKeys
  /** Records the counts and client codes of a batch; called in the transaction that wrote it. */
  record(counts: RunCounts, codes: readonly string[]): Promise<void>
  progress?: ((read: number, fraction: number) => void) | undefined
  /** Called for each imported document that contains active content, with the kinds found. */
  warn?: ((name: string, active: readonly string[]) => void) | undefined
}

const batchSize = 100

/** The inspection results by SHA-256; a string is the reason for a rejection. */
type Inspections = Map<string, Inspection | string>

/** Imports the incidents' files. Commits in batches, so that an interrupted import can continue. */
export async function importDocuments(session: ImportSession, documents: Documents): Promise<ImportCounts> {
  const { files, record, progress } = documents
  const all = { read: 0, added: 0, changed: 0, rejected: 0 }
  const inspections: Inspections = new Map()
  while (all.read < files.length) {
    const counts = await session.transaction(async () => {
      const { counts, codes, warned } = await importBatch(session.db, documents, {
        from: all.read,
        inspections,
      })
      await record({ ...counts, warned }, [...codes].sort())
      return counts
    })
    for (const each of Object.keys(counts) as (keyof ImportCounts)[]) all[each] += counts[each]
    progress?.(all.read, all.read / files.length)
  }
  return all
}

type Batch = { from: number; inspections: Inspections }

async function importBatch(
  db: Database,
  { files, documentService, rejects, rejectedKeys, warn }: Documents,
  { from, inspections }: Batch,
) {
  const some = files.slice(from, from + batchSize)
  const incidents = await findIncidents(db, some)
  const counts = { read: some.length, added: 0, changed: 0, rejected: 0 }
  const codes = new Set<string>()
  let warned = 0
  const warnCounted: Documents['warn'] = (name, active) => {
    warned += 1
    warn?.(name, active)
  }
  for (const [index, file] of some.entries()) {
    const result = await importDocument(db, file, {
      incidents,
      rejectedKeys,
      documentService,
      inspections,
      warn: warnCounted,
    })
    if (result && 'reason' in result) {
      counts.rejected += 1
      await rejects.add({ line: from + index + 1, fields: [file.name] }, result.reason)
    } else if (result) {
      counts[result.outcome] += 1
      codes.add(result.clientCode)
    }
  }
  return { counts, codes, warned }
}

/** Returns the incident number in a file name. */
const parseIncidentNumber = ({ name }: IncidentFile) => fileNamePattern.exec(name)?.[1]
const fileNamePattern = new RegExp(`^(.{${incidentNumberLength}})\\.pdf$`, 'i')

async function findIncidents(db: Database, files: readonly IncidentFile[]): Promise<Map<string, Incident>> {
  const numbers = files.map(parseIncidentNumber).filter((number) => number !== undefined)
  const rows = await queryRows(
    db,
    incident,
    sql`
    select i.incident_number as number, i.client_code as "clientCode", f.sha256,
           coalesce((select max(last) from (${pageRangesQuery}) r where r.incident_number = i.incident_number), 0) as "lastPage"
      from incident i left join document_file f using (incident_number)
     where i.incident_number = any(${numbers}::text[])`,
  )
  return new Map(rows.map((each) => [each.number, each]))
}

type DocumentContext = Pick<Documents, 'rejectedKeys' | 'documentService' | 'warn'> & {
  incidents: Map<string, Incident>
  inspections: Inspections
}

/** Imports a document and returns the outcome; undefined if the file is unchanged. */
async function importDocument(db: Database, file: IncidentFile, context: DocumentContext) {
  const { incidents, rejectedKeys, documentService } = context
  const number = parseIncidentNumber(file)
  if (!number) return { reason: messages.wrongName }
  const known = incidents.get(number)
  if (rejectedKeys.incidents.has(number))
    return { reason: messages.referenceErrors['incident rejected'](number) }
  if (!known) return { reason: messages.referenceErrors['no incident'](number) }
  const { fileBytes } = documentService.workers.limits
  const bytes = await file
    .read(fileBytes)
    .catch((error: NodeJS.ErrnoException) => describeReadError(error, fileBytes))
  if ('reason' in bytes) return bytes
  const staged = await documentService.storage.stage(bytes)
  const { sha256 } = staged
  try {
    const inspection = await inspectOnce(staged, file.name, context)
    if (typeof inspection === 'string') return { reason: inspection }
    const { pages } = inspection
    if (sha256 !== known.sha256 && pages < known.lastPage)
      return { reason: messages.tooShort(pages, await findRangesBeyond(db, number, pages)) }
    await staged.keep()
    return sha256 === known.sha256 ? undefined : await writeFile(db, known, { sha256, pages })
  } finally {
    await staged.discard()
  }
}

async function writeFile(
  db: Database,
  known: Incident,
  { sha256, pages }: { sha256: string; pages: number },
) {
  await execute(
    db,
    sql`
    insert into document_file (incident_number, client_code, sha256, pages)
    values (${known.number}, ${known.clientCode}, ${sha256}, ${pages})
    on conflict (incident_number) do update set sha256 = excluded.sha256, pages = excluded.pages`,
  )
  return { outcome: known.sha256 ? 'changed' : 'added', clientCode: known.clientCode } as const
}

const describeReadError = (error: NodeJS.ErrnoException, maxBytes: number) => ({
  reason:
    error.code === 'EFBIG'
      ? messages.notPdf(documentMessages.fileTooLarge(maxBytes))
      : (describeNonFile(error.code) ?? messages.unreadable(error.code ?? error.message)),
})

const describeNonFile = (code: string | undefined) =>
  code === 'EISDIR' ? messages.folder : code === 'NO_FILE' ? messages.noFile : undefined

/** Inspects each distinct file only once. Returns the inspection, or the reason for a rejection. */
async function inspectOnce(
  staged: StagedDocument,
  name: string,
  { documentService, inspections, warn }: DocumentContext,
) {
  const known = inspections.get(staged.sha256) ?? (await inspectFile(documentService, staged.path))
  inspections.set(staged.sha256, known)
  if (typeof known !== 'string' && known.active.length > 0) warn?.(name, known.active)
  return known
}

/** Scans and inspects a file. Returns the inspection, or the reason for a rejection. */
async function inspectFile(documentService: DocumentService, path: string): Promise<Inspection | string> {
  const found = await scanAndInspect(documentService, path)
  if ('infected' in found) return messages.infected(found.infected)
  return 'unreadable' in found ? messages.notPdf(found.unreadable) : found.inspection
}

const pageRange = z.object({ file: z.string(), key: z.string(), first: z.number(), last: z.number() })

/** Selects all stored page ranges of incidents' files, with the kind of input file they came from. */
const pageRangesQuery = sql`
  select incident_number, 'records.csv' as file, id as key, page_start as first, page_end as last from medical_record
   union all
  select incident_number, 'documents.csv', id, page_start, page_end from case_document
   union all
  select incident_number, 'bills.csv', itn, image_page_start, image_page_end from bill
   where image_page_end is not null`

/** Lists the page ranges of an incident that end after a given page. */
const findRangesBeyond = (db: Database, incidentNumber: string, pages: number) =>
  queryRows(
    db,
    pageRange,
    sql`
    select file, key, first, last from (${pageRangesQuery}) r
     where r.incident_number = ${incidentNumber} and last > ${pages}
     order by last desc, file, key`,
  )
