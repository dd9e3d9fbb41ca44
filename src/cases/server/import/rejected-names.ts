import { z } from 'zod'
import { type Database, rowsOf, sql } from '#platform/server/database.ts'
import type { CaseFileName } from './case-files.ts'

/** The patients and incidents of a folder that were rejected, by the code or number under which other files name them. */
export type RejectedNames = { patients: Set<string>; incidents: Set<string> }

const named = {
  'patients.csv': { as: 'patients', column: 'patientCode', in: 'patient_code' },
  'incidents.csv': { as: 'incidents', column: 'incidentNumber', in: 'incident_number' },
} as const

const namedBy = (file: CaseFileName) => (file in named ? named[file as keyof typeof named] : undefined)

/** Remembers the name of a row of the file that cannot be read, as it stands in its cells. */
export function rejectedReader(file: CaseFileName, header: readonly string[], rejected: RejectedNames) {
  const names = namedBy(file)
  if (!names) return undefined
  const place = header.findIndex((column) => column.toLowerCase() === names.column.toLowerCase())
  return (fields: readonly string[]) => {
    const name = fields[place]?.trim()
    if (name) rejected[names.as].add(name)
  }
}

/** Remembers the names of the rows of `checked` that are at fault; a row that is there twice counts once, as it should. */
export async function rememberRejected(db: Database, file: CaseFileName, rejected: RejectedNames) {
  const names = namedBy(file)
  if (!names) return
  const atFault = sql`
    select distinct ${sql.ref(names.in)} as name from checked where fault is not null and fault[1] <> 'repeated'`
  for (const { name } of await rowsOf(db, z.object({ name: z.string() }), atFault))
    rejected[names.as].add(name)
}
