import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CsvSource, csvFile } from '#platform/server/csv/csv-file.ts'
import { openRegularFile } from '#platform/server/open-regular-file.ts'
import { type CaseFileName, caseFileNames } from './case-files.ts'
import { messages, type PassedOver } from './import-messages.ts'

/** The file of an incident: its name and a function that reads it. Reading a file over the limit fails with `EFBIG`. */
export type IncidentFile = { name: string; read(mostBytes: number): Promise<Uint8Array> }

/** The importable contents of a folder: CSV files, and the PDFs of incidents. */
export type CaseFolder = {
  name: string
  files: Partial<Record<CaseFileName, CsvSource>>
  documents: readonly IncidentFile[]
  /** Other files in the folder, which are skipped. */
  passedOver?: readonly PassedOver[]
}

const folderOfFiles = 'files'

/** Opens the folder of cases at a path. Throws an error if it contains nothing to import. */
export async function caseFolder(path: string): Promise<CaseFolder> {
  const found = await stat(path).catch(() => undefined)
  if (!found) throw new Error(messages.noFolder(path))
  if (!found.isDirectory()) throw new Error(messages.notAFolder(path))
  const names = await readdir(path)
  const files: CaseFolder['files'] = {}
  for (const name of caseFileNames) if (names.includes(name)) files[name] = await csvFile(join(path, name))
  const documents = names.includes(folderOfFiles) ? await documentsIn(join(path, folderOfFiles)) : []
  const passedOver = passedOverOf(names)
  if (Object.keys(files).length + documents.length === 0)
    throw new Error(
      [messages.nothingThere(path, caseFileNames), ...passedOver.map(messages.passedOver)].join('\n'),
    )
  return { name: path, files, documents, passedOver }
}

function passedOverOf(names: readonly string[]): PassedOver[] {
  const known: readonly string[] = [...caseFileNames, folderOfFiles]
  return names
    .filter((name) => !known.includes(name) && !/^\.|\.rejects\.csv$/.test(name))
    .sort()
    .map((name) => ({ name, meant: known.find((each) => wordOf(each) === wordOf(name)) }))
}

/** The first word of a name in the singular, so that "Bill (2).csv" matches "bills.csv". */
const wordOf = (name: string) => /^[a-z]*/.exec(name.toLowerCase())?.[0].replace(/(ies|y|s)$/, '')

async function documentsIn(folder: string): Promise<IncidentFile[]> {
  if (!(await stat(folder)).isDirectory()) throw new Error(messages.filesNotAFolder(folder))
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
  return names.map((name) => ({ name, read: (mostBytes) => bytesOf(join(folder, name), mostBytes) }))
}

async function bytesOf(path: string, mostBytes: number): Promise<Uint8Array> {
  const file = await openRegularFile(path)
  try {
    if ((await file.stat()).size > mostBytes)
      throw Object.assign(new Error('The file is too large.'), { code: 'EFBIG' })
    return await file.readFile()
  } finally {
    await file.close()
  }
}
