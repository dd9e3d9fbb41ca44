import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Rejects } from '#platform/server/csv/rejects.ts'
import { type Database, execute, rowOf, sql } from '#platform/server/database.ts'
import { UnreadablePdf } from '#platform/server/document-store/cross-references.ts'
import { type DocumentStore, fileOf } from '#platform/server/document-store/document-store.ts'
import { pagesIn } from '#platform/server/document-store/pages.ts'
import type { IncidentFile } from './case-folder.ts'
import { messages } from './import-messages.ts'

const present = z.object({ clientCode: z.string(), sha256: z.string().nullable() })

export type Documents = {
  files: readonly IncidentFile[]
  store: DocumentStore
  rejects: Rejects
  progress?(read: number, fraction: number): void
}

/** Takes in the incidents' files, each of them for good before the next one: an import that was ended goes on. */
export async function takeDocuments(db: Database, { files, store, rejects, progress }: Documents) {
  const counts = { added: 0, changed: 0, rejected: 0 }
  const knownPages = new Map<string, number>()
  for (const [at, file] of files.entries()) {
    const outcome = await takeDocument(db, { file, store, knownPages })
    if (typeof outcome === 'object') {
      counts.rejected += 1
      await rejects.add({ line: at + 1, fields: [file.name] }, outcome.fault)
    } else if (outcome !== 'same') counts[outcome] += 1
    progress?.(at + 1, (at + 1) / files.length)
  }
  return counts
}

type One = { file: IncidentFile; store: DocumentStore; knownPages: Map<string, number> }

async function takeDocument(db: Database, { file, store, knownPages }: One) {
  const [, incidentNumber] = /^(.{11})\.pdf$/i.exec(file.name) ?? []
  if (!incidentNumber) return { fault: messages.notNamed }
  const incident = await rowOf(
    db,
    present,
    sql`
    select i.client_code as "clientCode", f.sha256
      from incident i left join document_file f using (incident_number)
     where i.incident_number = ${incidentNumber}`,
  )
  if (!incident) return { fault: messages.faults['no incident'](incidentNumber) }
  const bytes = await file.read()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const pages = knownPages.get(sha256) ?? (await pagesOrFault(bytes))
  if (typeof pages === 'string') return { fault: messages.notPdf(pages) }
  if (!knownPages.has(sha256)) await store.put(bytes)
  knownPages.set(sha256, pages)
  if (sha256 === incident.sha256) return 'same'
  await execute(
    db,
    sql`
    insert into document_file (incident_number, client_code, sha256, pages)
    values (${incidentNumber}, ${incident.clientCode}, ${sha256}, ${pages})
    on conflict (incident_number) do update set sha256 = excluded.sha256, pages = excluded.pages`,
  )
  return incident.sha256 ? 'changed' : 'added'
}

async function pagesOrFault(bytes: Uint8Array): Promise<number | string> {
  try {
    return await pagesIn(fileOf(bytes))
  } catch (error) {
    if (error instanceof UnreadablePdf) return error.message
    throw error
  }
}
