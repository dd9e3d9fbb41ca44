import { z } from 'zod'
import { now } from '#platform/contract/clock.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { recordColumnKey } from '#platform/db/column-encryption/column-key-queries.ts'
import { type Database, execute, queryRow, sql } from '#platform/db/database.ts'
import { type DatabaseContext, type ImportSession, inImportSession } from '#platform/db/database-context.ts'
import type { CsvSource } from '#platform/import/csv-file.ts'
import { messages as general } from '#platform/import/import-messages.ts'
import { acquireImportLock, type ImportCounts, withImportRun } from '#platform/import/import-runs.ts'
import {
  createRowParser,
  loadStaging,
  type RowParser,
  rejectRows,
  validateStaging,
} from '#platform/import/load-staging.ts'
import { noRejects, type Rejects } from '#platform/import/rejects.ts'
import type { DocumentService } from '#platform/pdf/document-service/document-service.ts'
import { type CaseFileName, type CaseFolder, caseFileNames, caseFiles } from './case-files.ts'
import { encryptRows, keepSameTexts } from './encrypted-texts.ts'
import { type Documents, importDocuments } from './import-documents.ts'
import { messages } from './import-messages.ts'
import { type ImportRun, openRun } from './import-run.ts'
import { mergeRows } from './merge-rows.ts'
import { checkedRows, createPatientTable, recordPatients } from './referential-checks.ts'
import {
  createRejectedKeys,
  createRejectedRowHandler,
  type RejectedKeys,
  recordRejectedKeys,
} from './rejected-keys.ts'

export type CaseImport = {
  folder: CaseFolder
  documentService: DocumentService
  /** What the operator calls the origin of the folder, if there are several. */
  sourceName?: string | undefined
  actor: string
  /** Opens the rejects file of an input file, before any input is read. */
  openRejects?(file: CsvSource | 'files'): Promise<Rejects>
  progress?: ((read: number, fraction: number) => void) | undefined
  onStatus?(line: string): void
  warn?: Documents['warn']
}

export type FileResult = ImportCounts & { name: string; same: number }

type Job = CaseImport & {
  rejects: Map<string, Rejects>
  parsers: Map<CaseFileName, RowParser>
  run: ImportRun
  rejectedKeys: RejectedKeys
}

const documents = 'files'

/**
 * Imports a folder of cases. Each CSV file is imported completely or not at all, so an interrupted import keeps the
 * files it finished, and a rerun continues with the rest. Throws an error for the operator if a file is unusable.
 */
export async function importCases(
  databaseContext: DatabaseContext,
  request: CaseImport,
): Promise<FileResult[]> {
  const { folder, actor, sourceName } = request
  const names = caseFileNames.filter((name) => folder.files[name])
  const rejects = await openRejectsFiles(request, names)
  const started = { kind: 'cases', file: folder.name, sourceName, actor, startedAt: now() }
  try {
    return await withImportRun(databaseContext, started, async (session, id) => {
      const parsers = new Map(names.map((name) => [name, createParser(name, folder)]))
      await acquireImportLock(session.db, 'cases', () => request.onStatus?.(messages.waiting))
      await bypassTenantFilter(session.db)
      await createPatientTable(session.db)
      await recordColumnKey(session.db)
      const run = openRun(session.db, { id, source: folder.name, actor })
      const rejectedKeys = createRejectedKeys()
      const job = { ...request, parsers, rejects, run, rejectedKeys }
      const { first, then } = planSteps(names, folder)
      const results = [
        ...(await runSteps(session, job, first)),
        ...(await importDependentFiles(databaseContext, session, job, then)),
      ]
      await run.close()
      return results
    })
  } finally {
    for (const each of rejects.values()) await each.close()
  }
}

type Step = CaseFileName | typeof documents

/** Orders the files: patients, policies, incidents and documents come before the rows that refer to them. */
function planSteps(names: readonly CaseFileName[], { documents: pdfs }: CaseFolder) {
  const then = names.filter((name) => !(name in { 'patients.csv': 0, 'policies.csv': 0, 'incidents.csv': 0 }))
  const first: Step[] = names.filter((name) => !then.includes(name))
  if (pdfs.length > 0) first.push(documents)
  return { first, then }
}

async function runSteps(session: ImportSession, job: Job, steps: readonly Step[]): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (const name of steps)
    results.push(
      await (name === documents ? runDocumentsStep(session, job) : runFileStep(session, job, name)),
    )
  return results
}

const largestFile = 'bills.csv'

/**
 * Imports the files that refer to incidents. There are usually as many bills as all other rows together, and PostgreSQL
 * uses one core per connection, so bills are imported in parallel on a second connection. They have their own lock,
 * because they may still be running after the first connection, with its import lock, is lost.
 */
async function importDependentFiles(
  { connect, owner }: Pick<DatabaseContext, 'connect' | 'owner'>,
  session: ImportSession,
  job: Job,
  names: readonly CaseFileName[],
): Promise<FileResult[]> {
  const others = names.filter((name) => name !== largestFile)
  const bills = async (on: ImportSession) => {
    await acquireImportLock(on.db, 'bills of cases', () => job.onStatus?.(messages.waiting))
    return runSteps(on, job, [largestFile])
  }
  if (others.length === names.length) return runSteps(session, job, names)
  if (others.length === 0) return bills(session)
  const all = await Promise.allSettled([
    runSteps(session, { ...job, progress: undefined }, others),
    inImportSession({ connect, owner }, async (parallelSession) => {
      await bypassTenantFilter(parallelSession.db)
      return bills(parallelSession)
    }),
  ])
  const failed = all.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const results = all.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  return names.flatMap((name) => results.filter((each) => each.name === name))
}

const createParser = (name: CaseFileName, { files }: CaseFolder) =>
  createRowParser(name, caseFiles[name], files[name]?.header ?? [])

async function openRejectsFiles({ openRejects, folder }: CaseImport, names: readonly CaseFileName[]) {
  const rejects = new Map<string, Rejects>()
  if (!openRejects) return rejects
  for (const name of names) {
    const source = folder.files[name]
    if (source) rejects.set(name, await openRejects(source))
  }
  if (folder.documents.length > 0) rejects.set(documents, await openRejects(documents))
  return rejects
}

async function runFileStep(session: ImportSession, job: Job, name: CaseFileName): Promise<FileResult> {
  const source = job.folder.files[name]
  const parser = job.parsers.get(name)
  if (!source || !parser) throw new Error(`There is no ${name}.`)
  const file = caseFiles[name]
  job.onStatus?.(messages.reading(name))
  const { db } = session
  const parseRow = encryptRows(db, file, parser)
  const { counts, reasons } = await session.transaction(async () => {
    const rejected = createRejectedRowHandler(name, source.header, job.rejectedKeys)
    const staged = await loadStaging(session, file, { source, parseRow, progress: job.progress, rejected })
    const checked = checkedRows[name](job.rejectedKeys)
    await validateStaging(db, checked, { ...general.faults, ...messages.referenceErrors }, staged.reasons)
    await recordRejectedKeys(db, name, job.rejectedKeys)
    await keepSameTexts(db, file)
    if (name === 'patients.csv') await recordPatients(db)
    const { codes, ...merged } = await mergeRows(db, file)
    const counts = { read: staged.read, ...merged, rejected: staged.reasons.size }
    await job.run.record(db, name, counts, codes)
    return { counts, reasons: staged.reasons }
  })
  await rejectRows(source, reasons, job.rejects.get(name) ?? noRejects)
  await analyzeIfGrown(db, file.table, counts.added + counts.changed)
  return toResult(name, counts)
}

async function runDocumentsStep(session: ImportSession, job: Job): Promise<FileResult> {
  const { folder, run, ...request } = job
  job.onStatus?.(messages.reading(documents))
  const rejects = job.rejects.get(documents) ?? noRejects
  const record: Documents['record'] = (counts, codes) => run.record(session.db, documents, counts, codes)
  return toResult(
    documents,
    await importDocuments(session, { ...request, files: folder.documents, rejects, record }),
  )
}

const toResult = (name: string, counts: ImportCounts): FileResult => ({
  name,
  ...counts,
  same: counts.read - counts.added - counts.changed - counts.rejected,
})

/** The share of new rows that makes statistics outdated, as in PostgreSQL's `autovacuum_analyze_scale_factor`. */
const analyzeThreshold = 0.1

/** Runs ANALYZE on a table if this import wrote a large share of its rows; autovacuum handles gradual growth. */
export async function analyzeIfGrown(db: Database, table: string, written: number) {
  const statistics = await queryRow(
    db,
    z.object({ isOutdated: z.boolean() }),
    sql`select ${written} > ${analyzeThreshold} * reltuples as "isOutdated" from pg_class where oid = ${table}::regclass`,
  )
  if (statistics?.isOutdated) await execute(db, sql`analyze ${sql.table(table)}`)
}
