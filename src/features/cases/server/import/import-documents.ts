import { z } from 'zod'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import { type Database, execute, rowsOf, sql } from '#platform/server/database.ts'
import type { DocumentStore, StagedDocument } from '#platform/server/document-store/document-store.ts'
import type { Inspection } from '#platform/server/document-store/extract-pages.ts'
import { messages as says } from '#platform/server/document-store/messages.ts'
import { UnreadablePdfError } from '#platform/server/document-store/pdf-errors.ts'
import { PdfLimitError } from '#platform/server/document-store/pdf-worker-pool.ts'
import { scanFile } from '#platform/server/document-store/virus-scanner.ts'
import type { ImportSession } from '#platform/server/import-session.ts'
import { incidentNumberLength } from '../../contract.ts'
import type { IncidentFile } from './case-folder.ts'
import { messages } from './import-messages.ts'
import type { Counts, RunCounts } from './import-run.ts'
import { pagedBeyond, pagedRows } from './page-ranges.ts'
import type { RejectedNames } from './rejected-keys.ts'

const incident = z.object({
  number: z.string(),
  clientCode: z.string(),
  sha256: z.string().nullable(),
  lastPage: z.number(),
})
type Incident = z.infer<typeof incident>

export type Documents = {
  files: readonly IncidentFile[]
  store: DocumentStore
  rejects: Rejects
  rejected: RejectedNames
  /** Called in the importing transaction with the results of a batch and the client codes written. */
  tell(counts: RunCounts, codes: readonly string[]): Promise<void>
  progress?: ((read: number, fraction: number) => void) | undefined
  /** Called for each imported document that contains active content, with the kinds found. */
  warn?: ((name: string, active: readonly string[]) => void) | undefined
}

const batch = 100

/** The inspection result of each document by SHA-256, or the reason for its rejection. */
type Found = Map<string, Inspection | string>

/** Imports the incidents' files and commits them in batches, so that an interrupted import can continue. */
export async function takeDocuments(session: ImportSession, documents: Documents): Promise<Counts> {
  const { files, tell, progress } = documents
  const all = { read: 0, added: 0, changed: 0, rejected: 0 }
  const found: Found = new Map()
  while (all.read < files.length) {
    const counts = await session.transaction(async () => {
      const { counts, codes, warned } = await takeBatch(session.db, documents, { from: all.read, found })
      await tell({ ...counts, warned }, [...codes].sort())
      return counts
    })
    for (const each of Object.keys(counts) as (keyof Counts)[]) all[each] += counts[each]
    progress?.(all.read, all.read / files.length)
  }
  return all
}

type Batch = { from: number; found: Found }

async function takeBatch(
  db: Database,
  { files, store, rejects, rejected, warn }: Documents,
  { from, found }: Batch,
) {
  const some = files.slice(from, from + batch)
  const incidents = await incidentsOf(db, some)
  const counts = { read: some.length, added: 0, changed: 0, rejected: 0 }
  const codes = new Set<string>()
  let warned = 0
  const warnCounted: Documents['warn'] = (name, active) => {
    warned += 1
    warn?.(name, active)
  }
  for (const [place, file] of some.entries()) {
    const outcome = await takeDocument(db, file, { incidents, rejected, store, found, warn: warnCounted })
    if (outcome && 'fault' in outcome) {
      counts.rejected += 1
      await rejects.add({ line: from + place + 1, fields: [file.name] }, outcome.fault)
    } else if (outcome) {
      counts[outcome.became] += 1
      codes.add(outcome.clientCode)
    }
  }
  return { counts, codes, warned }
}

/** The incident number in a file name. */
const numberIn = ({ name }: IncidentFile) => nameOfFile.exec(name)?.[1]
const nameOfFile = new RegExp(`^(.{${incidentNumberLength}})\\.pdf$`, 'i')

async function incidentsOf(db: Database, files: readonly IncidentFile[]): Promise<Map<string, Incident>> {
  const numbers = files.map(numberIn).filter((number) => number !== undefined)
  const found = await rowsOf(
    db,
    incident,
    sql`
    select i.incident_number as number, i.client_code as "clientCode", f.sha256,
           coalesce((select max(last) from (${pagedRows}) r where r.incident_number = i.incident_number), 0) as "lastPage"
      from incident i left join document_file f using (incident_number)
     where i.incident_number = any(${numbers}::text[])`,
  )
  return new Map(found.map((each) => [each.number, each]))
}

type Taking = Pick<Documents, 'rejected' | 'store' | 'warn'> & {
  incidents: Map<string, Incident>
  found: Found
}

/** The result for a document; undefined if it was already present. */
async function takeDocument(db: Database, file: IncidentFile, taking: Taking) {
  const { incidents, rejected, store } = taking
  const number = numberIn(file)
  if (!number) return { fault: messages.notNamed }
  const known = incidents.get(number)
  if (rejected.incidents.has(number)) return { fault: messages.faults['incident rejected'](number) }
  if (!known) return { fault: messages.faults['no incident'](number) }
  const { fileBytes } = store.pdfs.limits
  const bytes = await file.read(fileBytes).catch((error: NodeJS.ErrnoException) => faultOf(error, fileBytes))
  if ('fault' in bytes) return bytes
  const staged = await store.stage(bytes)
  const { sha256 } = staged
  try {
    const inspection = await inspectionOf(staged, file.name, taking)
    if (typeof inspection === 'string') return { fault: inspection }
    const { pages } = inspection
    if (sha256 !== known.sha256 && pages < known.lastPage)
      return { fault: messages.tooShort(pages, await pagedBeyond(db, number, pages)) }
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
  return { became: known.sha256 ? 'changed' : 'added', clientCode: known.clientCode } as const
}

const faultOf = (error: NodeJS.ErrnoException, mostBytes: number) => ({
  fault:
    error.code === 'EFBIG'
      ? messages.notPdf(says.fileTooLarge(mostBytes))
      : (standsForFile(error.code) ?? messages.unreadable(error.code ?? error.message)),
})

const standsForFile = (code: string | undefined) =>
  code === 'EISDIR' ? messages.folder : code === 'NO_FILE' ? messages.noFile : undefined

/** Inspects a document once and returns its content, or the reason for its rejection. */
async function inspectionOf(staged: StagedDocument, name: string, { store, found, warn }: Taking) {
  const known = found.get(staged.sha256) ?? (await inspectionOrFault(store, staged.path))
  found.set(staged.sha256, known)
  if (typeof known !== 'string' && known.active.length > 0) warn?.(name, known.active)
  return known
}

/** Scans first, so that none of our code opens an infected file. */
async function inspectionOrFault(store: DocumentStore, path: string): Promise<Inspection | string> {
  const scan = await scanFile(store.scanCommand, path)
  if (scan.infected) return messages.infected(scan.said)
  try {
    return await store.pdfs.inspect(path)
  } catch (error) {
    if (error instanceof UnreadablePdfError || error instanceof PdfLimitError)
      return messages.notPdf(error.message)
    throw error
  }
}
