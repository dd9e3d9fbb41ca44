import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openRegularFile } from '#platform/config/open-regular-file.ts'
import { type CsvSource, csvFile } from '#platform/import/csv-file.ts'
import { type CaseFileName, caseFileNames } from './case-files.ts'
import { messages, type SkippedFile } from './import-messages.ts'

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
