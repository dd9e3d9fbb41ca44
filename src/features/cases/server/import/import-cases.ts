import type { CsvSource } from '#platform/server/csv/csv-file.ts'
import { noRejects, type Rejects } from '#platform/server/csv/rejects.ts'
import { acquireImportLock, bypassTenantFilter } from '#platform/server/csv-import/import-lock.ts'
import { loadStaging } from '#platform/server/csv-import/load-staging.ts'
import { messages as general } from '#platform/server/csv-import/messages.ts'
import { rejectRows } from '#platform/server/csv-import/reject-rows.ts'
import { type RowReader, rowReader } from '#platform/server/csv-import/row-reader.ts'
import { validateStaging } from '#platform/server/csv-import/validate-staging.ts'
import type { DatabaseContext } from '#platform/server/database-context.ts'
import type { DocumentStore } from '#platform/server/document-store/document-store.ts'
import { type ImportSession, inImportSession } from '#platform/server/import-session.ts'
import { renewStatistics } from './analyze-tables.ts'
import { type CaseFileName, caseFileNames, caseFiles } from './case-files.ts'
import type { CaseFolder } from './case-folder.ts'
import { type Documents, takeDocuments } from './import-documents.ts'
import { messages } from './import-messages.ts'
import { type Counts, type ImportRun, openRun } from './import-run.ts'
import { mergeRows } from './merge-rows.ts'
import { checkedRows, makeRoomForPatients, rememberPatients } from './referential-checks.ts'
import { nothingRejected, type RejectedNames, rejectedReader, rememberRejected } from './rejected-keys.ts'

export type CaseImport = {
  folder: CaseFolder
  store: DocumentStore
  actor: string
  /** Opens the rejects file of an input file, before any input is read. */
  rejectsOf?(file: CsvSource | 'files'): Promise<Rejects>
  progress?: ((read: number, fraction: number) => void) | undefined
  say?(line: string): void
  warn?: Documents['warn']
}

export type FileResult = Counts & { name: string; same: number }

type Job = CaseImport & {
  rejects: Map<string, Rejects>
  readers: Map<CaseFileName, RowReader>
  run: ImportRun
  rejected: RejectedNames
}

const documents = 'files'

/**
 * Imports a folder of cases. Each file is imported completely or not at all, so an interrupted import keeps the files
 * it finished, and a rerun continues with the rest. Throws an error with a message for the operator when a file is
 * unusable.
 */
export async function importCases(
  databaseContext: DatabaseContext,
  asked: CaseImport,
): Promise<FileResult[]> {
  const { folder, actor } = asked
  const names = caseFileNames.filter((name) => folder.files[name])
  const readers = new Map(names.map((name) => [name, readerFor(name, folder)]))
  const prepared = { ...asked, readers, rejects: await openRejects(asked, names) }
  try {
    return await inImportSession(databaseContext, async (session) => {
      await acquireImportLock(session.db, 'cases', () => asked.say?.(messages.waiting))
      await bypassTenantFilter(session.db)
      await makeRoomForPatients(session.db)
      const run = await openRun(session.db, { source: folder.name, actor })
      const rejected = nothingRejected()
      const job = { ...prepared, run, rejected }
      const { first, then } = stepsOf(names, folder)
      const results = [
        ...(await inOrder(session, job, first)),
        ...(await importBesides(databaseContext, session, job, then)),
      ]
      await run.close()
      return results
    })
  } finally {
    for (const rejects of prepared.rejects.values()) await rejects.close()
  }
}

type Step = CaseFileName | typeof documents

/** Incidents and their files come before the rows that refer to them and to their pages. */
function stepsOf(names: readonly CaseFileName[], { documents: pdfs }: CaseFolder) {
  const then = names.filter((name) => !(name in { 'patients.csv': 0, 'policies.csv': 0, 'incidents.csv': 0 }))
  const first: Step[] = names.filter((name) => !then.includes(name))
  if (pdfs.length > 0) first.push(documents)
  return { first, then }
}

async function inOrder(session: ImportSession, job: Job, steps: readonly Step[]): Promise<FileResult[]> {
  const results: FileResult[] = []
  for (const name of steps)
    results.push(await (name === documents ? importDocuments(session, job) : importFile(session, job, name)))
  return results
}

const longest = 'bills.csv'

/**
 * Imports independent files. Bills are as many rows as everything else together and PostgreSQL uses one core per
 * file, so bills run on a second connection in parallel. Bills also have their own lock: they may still be in
 * progress when the other connection, and its import lock, is lost.
 */
async function importBesides(
  { connect }: Pick<DatabaseContext, 'connect'>,
  session: ImportSession,
  job: Job,
  names: readonly CaseFileName[],
): Promise<FileResult[]> {
  const others = names.filter((name) => name !== longest)
  const bills = async (on: ImportSession) => {
    await acquireImportLock(on.db, 'bills of cases', () => job.say?.(messages.waiting))
    return inOrder(on, job, [longest])
  }
  if (others.length === names.length) return inOrder(session, job, names)
  if (others.length === 0) return bills(session)
  const all = await Promise.allSettled([
    inOrder(session, { ...job, progress: undefined }, others),
    inImportSession({ connect }, async (beside) => {
      await bypassTenantFilter(beside.db)
      return bills(beside)
    }),
  ])
  const failed = all.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  const results = all.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  return names.flatMap((name) => results.filter((each) => each.name === name))
}

const readerFor = (name: CaseFileName, { files }: CaseFolder) =>
  rowReader(name, caseFiles[name], files[name]?.header ?? [])

async function openRejects({ rejectsOf, folder }: CaseImport, names: readonly CaseFileName[]) {
  const rejects = new Map<string, Rejects>()
  if (!rejectsOf) return rejects
  for (const name of names) {
    const source = folder.files[name]
    if (source) rejects.set(name, await rejectsOf(source))
  }
  if (folder.documents.length > 0) rejects.set(documents, await rejectsOf(documents))
  return rejects
}

async function importFile(session: ImportSession, job: Job, name: CaseFileName): Promise<FileResult> {
  const source = job.folder.files[name]
  const reader = job.readers.get(name)
  if (!source || !reader) throw new Error(`There is no ${name}.`)
  const file = caseFiles[name]
  job.say?.(messages.taking(name))
  const { db } = session
  const { counts, reasons } = await session.transaction(async () => {
    const rejected = rejectedReader(name, source.header, job.rejected)
    const taken = await loadStaging(session, file, { source, reader, progress: job.progress, rejected })
    const checked = checkedRows[name](job.rejected)
    await validateStaging(db, checked, { ...general.faults, ...messages.faults }, taken.reasons)
    await rememberRejected(db, name, job.rejected)
    if (name === 'patients.csv') await rememberPatients(db)
    const { codes, ...merged } = await mergeRows(db, file)
    const counts = { read: taken.read, ...merged, rejected: taken.reasons.size }
    await job.run.tell(db, name, counts, codes)
    return { counts, reasons: taken.reasons }
  })
  await rejectRows(source, reasons, job.rejects.get(name) ?? noRejects)
  await renewStatistics(db, file.table, counts.added + counts.changed)
  return resultOf(name, counts)
}

async function importDocuments(session: ImportSession, job: Job): Promise<FileResult> {
  const { folder, run, ...asked } = job
  job.say?.(messages.taking(documents))
  const rejects = job.rejects.get(documents) ?? noRejects
  const tell: Documents['tell'] = (counts, codes) => run.tell(session.db, documents, counts, codes)
  return resultOf(
    documents,
    await takeDocuments(session, { ...asked, files: folder.documents, rejects, tell }),
  )
}

const resultOf = (name: string, counts: Counts): FileResult => ({
  name,
  ...counts,
  same: counts.read - counts.added - counts.changed - counts.rejected,
})
