import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { z } from 'zod'
import { messages as cliMessages } from '#platform/cli/cli-messages.ts'
import { now } from '#platform/contract/clock.ts'
import { audit } from '#platform/db/audit.ts'
import { type Database, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import type { DocumentStorage } from '#platform/pdf/document-service/document-storage.ts'
import { messages } from '../messages.ts'
import { findPerson, identify, listAuditKeys, listOwnRows, type Person, readRows } from './person-data.ts'

type ExportRequest = {
  who: string
  file: string
  actor: string
  storage: Pick<DocumentStorage, 'read'>
  company: string
}

const access = z.object({ at: z.date(), action: z.string(), subject: z.string() })
const letter = z.object({ number: z.string(), pdf: z.instanceof(Buffer) })
const storedFile = z.object({ name: z.string(), sha256: z.string() })

/**
 * Writes everything about a person as one archive: the rows as JSON, the documents, when the trail says that the data was
 * read or changed, and a README. All of it is of one moment. Returns how many rows and documents there are.
 */
export const exportPerson = (
  owner: Database,
  request: ExportRequest,
): Promise<{ rows: number; documents: number }> =>
  inTransaction(
    owner,
    async (db) => {
      const person = await findPerson(db, request.who)
      const archive = createArchive(request.file)
      try {
        const documents = await addDocuments(db, person, request.storage, archive)
        const rows = await addRows(db, person, archive)
        archive.add('README.txt', messages.export.readme(request.who, request.company, now().toISOString()))
        archive.finish()
        await audit(db, {
          actor: request.actor,
          action: 'person exported',
          subject: identify(person),
          ...(person.kind === 'patient' && { clientCode: person.clientCode }),
          detail: { rows, documents },
        })
        archive.close()
        return { rows, documents }
      } catch (error) {
        archive.discard()
        throw error
      }
    },
    { isSnapshot: true },
  )

async function addRows(db: Database, person: Person, archive: Archive): Promise<number> {
  const tables: Record<string, unknown[]> = {}
  for (const { table, condition } of listOwnRows(person)) {
    const rows = await readRows(db, { table, condition })
    if (rows.length > 0) tables[table] = rows
  }
  archive.add('data.json', formatJson(tables))
  const keys = listAuditKeys(person)
  const accesses = await queryRows(
    db,
    access,
    sql`
    select at, action, subject
      from audit_event
     where subject = any(${keys}) or actor = any(${keys}) or shown && ${keys}::text[]
     order by at, id`,
  )
  const own = accesses.map(({ subject, ...each }) => ({
    ...each,
    subject: keys.includes(subject) ? subject : null,
  }))
  archive.add('accesses.json', formatJson(own))
  return Object.values(tables).reduce((sum, rows) => sum + rows.length, 0)
}

async function addDocuments(
  db: Database,
  person: Person,
  storage: ExportRequest['storage'],
  archive: Archive,
) {
  if (person.kind === 'member') return 0
  const { incidents, itns, letters } = person
  const files = await queryRows(
    db,
    storedFile,
    sql`
    select 'documents/case-' || incident_number || '.pdf' as name, sha256
      from document_file where incident_number = any(${incidents})
     union all
    select 'documents/bill-' || itn || '-' || round || '.pdf', sha256 from authorization_intake where itn = any(${itns})
     order by 1`,
  )
  for (const { name, sha256 } of files) archive.addStored(name, await storage.read(sha256))
  for (const number of letters) {
    const rows = await queryRows(db, letter, sql`select number, pdf from vob where number = ${number}`)
    for (const { pdf } of rows) archive.addStored(`documents/letter-${number}.pdf`, pdf)
  }
  return files.length + letters.length
}

const formatJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

type Archive = {
  add(name: string, text: string): void
  /** Adds bytes that are compressed already. */
  addStored(name: string, bytes: Uint8Array): void
  finish(): void
  close(): void
  /** Removes the unfinished file. */
  discard(): void
}

/** A new ZIP file, readable by its owner only, that is written as it grows. Never replaces a file. */
function createArchive(path: string): Archive {
  const file = openNew(path)
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    writeSync(file, chunk)
  })
  const push = (entry: ZipDeflate | ZipPassThrough, bytes: Uint8Array) => {
    entry.mtime = now()
    zip.add(entry)
    entry.push(bytes, true)
  }
  return {
    add: (name, text) => push(new ZipDeflate(name), Buffer.from(text)),
    addStored: (name, bytes) => push(new ZipPassThrough(name), bytes),
    finish: () => zip.end(),
    close: () => closeSync(file),
    discard() {
      closeSync(file)
      rmSync(path)
    },
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    throw new Error(code === 'EEXIST' ? messages.export.exists(path) : cliMessages.unwritable(path, code), {
      cause,
    })
  }
}
