import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import { type Database, execute, rowsOf, sql } from '#platform/server/database.ts'
import { type DocumentStore, fileOf } from '#platform/server/document-store/document-store.ts'
import { pagesIn } from '#platform/server/document-store/pages.ts'
import { UnreadablePdf } from '#platform/server/document-store/unreadable-pdf.ts'
import type { ImportSession } from '#platform/server/import-session.ts'
import { incidentNumberLength } from '../../contract.ts'
import type { IncidentFile } from './case-folder.ts'
import { messages } from './import-messages.ts'
import type { Counts } from './import-run.ts'
import { pagedBeyond, pagedRows } from './paged-rows.ts'
import type { RejectedNames } from './rejected-names.ts'

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
  /** Told what became of some of them, and of which client codes were written, in the transaction that took them in. */
  tell(counts: Counts, codes: readonly string[]): Promise<void>
  progress?: ((read: number, fraction: number) => void) | undefined
}

const batch = 100

/** Takes in the incidents' files, some at a time for good: an import that was ended goes on behind them. */
export async function takeDocuments(session: ImportSession, documents: Documents): Promise<Counts> {
  const { files, tell, progress } = documents
  const all = { read: 0, added: 0, changed: 0, rejected: 0 }
  const pagesOf = new Map<string, number>()
  while (all.read < files.length) {
    const counts = await session.transaction(async () => {
      const { counts, codes } = await takeBatch(session.db, documents, { from: all.read, pagesOf })
      await tell(counts, [...codes].sort())
      return counts
    })
    for (const each of Object.keys(counts) as (keyof Counts)[]) all[each] += counts[each]
    progress?.(all.read, all.read / files.length)
  }
  return all
}

type Batch = { from: number; pagesOf: Map<string, number> }

async function takeBatch(
  db: Database,
  { files, store, rejects, rejected }: Documents,
  { from, pagesOf }: Batch,
) {
  const some = files.slice(from, from + batch)
  const incidents = await incidentsOf(db, some)
  const counts = { read: some.length, added: 0, changed: 0, rejected: 0 }
  const codes = new Set<string>()
  for (const [place, file] of some.entries()) {
    const outcome = await takeDocument(db, file, { incidents, rejected, store, pagesOf })
    if (outcome?.fault !== undefined) {
      counts.rejected += 1
      await rejects.add({ line: from + place + 1, fields: [file.name] }, outcome.fault)
    } else if (outcome) {
      counts[outcome.became] += 1
      codes.add(outcome.clientCode)
    }
  }
  return { counts, codes }
}

/** The incident that the name of a file names. */
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

type Taking = Pick<Documents, 'rejected' | 'store'> & {
  incidents: Map<string, Incident>
  pagesOf: Map<string, number>
}

/** What became of a document; nothing where it was there already. */
async function takeDocument(db: Database, file: IncidentFile, taking: Taking) {
  const { incidents, rejected, store, pagesOf } = taking
  const number = numberIn(file)
  if (!number) return { fault: messages.notNamed }
  const known = incidents.get(number)
  if (rejected.incidents.has(number)) return { fault: messages.faults['incident rejected'](number) }
  if (!known) return { fault: messages.faults['no incident'](number) }
  const bytes = await file.read().catch(faultOf)
  if ('fault' in bytes) return bytes
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const pages = pagesOf.get(sha256) ?? (await pagesOrFault(bytes))
  if (typeof pages === 'string') return { fault: messages.notPdf(pages) }
  if (sha256 !== known.sha256 && pages < known.lastPage)
    return { fault: messages.tooShort(pages, await pagedBeyond(db, number, pages)) }
  if (!pagesOf.has(sha256)) await store.put(bytes)
  pagesOf.set(sha256, pages)
  if (sha256 === known.sha256) return undefined
  await execute(
    db,
    sql`
    insert into document_file (incident_number, client_code, sha256, pages)
    values (${number}, ${known.clientCode}, ${sha256}, ${pages})
    on conflict (incident_number) do update set sha256 = excluded.sha256, pages = excluded.pages`,
  )
  return { became: known.sha256 ? 'changed' : 'added', clientCode: known.clientCode } as const
}

const faultOf = (error: NodeJS.ErrnoException) => ({
  fault: standsForFile(error.code) ?? messages.unreadable(error.code ?? error.message),
})

const standsForFile = (code: string | undefined) =>
  code === 'EISDIR' ? messages.folder : code === 'NO_FILE' ? messages.noFile : undefined

async function pagesOrFault(bytes: Uint8Array): Promise<number | string> {
  try {
    return await pagesIn(fileOf(bytes))
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.message
    throw error
  }
}
