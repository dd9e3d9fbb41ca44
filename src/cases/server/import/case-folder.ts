import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CsvSource, csvFile } from '#platform/server/csv/csv-file.ts'
import { type CaseFileName, caseFileNames } from './case-files.ts'
import { messages } from './import-messages.ts'

/** The file of an incident: its name, and its bytes when somebody wants them. */
export type IncidentFile = { name: string; read(): Promise<Uint8Array> }

/** What there is to import: files of rows, and the incidents' own files. */
export type CaseFolder = {
  name: string
  files: Partial<Record<CaseFileName, CsvSource>>
  documents: readonly IncidentFile[]
}

/** The folder of cases at a path. Throws a sentence when there is nothing in it to import. */
export async function caseFolder(path: string): Promise<CaseFolder> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Error(messages.noFolder(path))
  if (!found.isDirectory()) throw new Error(messages.notAFolder(path))
  const names = await readdir(path)
  const files: CaseFolder['files'] = {}
  for (const name of caseFileNames) if (names.includes(name)) files[name] = await csvFile(join(path, name))
  const documents = names.includes('files') ? await documentsIn(join(path, 'files')) : []
  if (Object.keys(files).length + documents.length === 0)
    throw new Error(messages.nothingThere(path, caseFileNames))
  return { name: path, files, documents }
}

async function documentsIn(folder: string): Promise<IncidentFile[]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  return names.map((name) => ({ name, read: () => readFile(join(folder, name)) }))
}
