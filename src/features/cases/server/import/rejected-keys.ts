import { z } from 'zod'
import { type Database, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import type { CaseFileName } from './case-files.ts'

/** The names of a file's rows that were rejected. */
class Names {
  private readonly rejected = new Set<string>()
  private readonly accepted = new Set<string>()
  /** Whether a row came of which nobody knows what it names: then nothing hangs on a name but of a row that was accepted. */
  private isUnsure = false

  reject(name: string) {
    this.rejected.add(name)
  }

  rejectUnnamed() {
    this.isUnsure = true
  }

  /** Whether what is accepted has to be told. */
  get wantsAccepted() {
    return this.isUnsure
  }

  accept(name: string) {
    this.accepted.add(name)
  }

  has(name: string): boolean {
    return this.rejected.has(name) || (this.isUnsure && !this.accepted.has(name))
  }

  /** Whether a column names such a row, or perhaps does. */
  areIn(column: Sql): Sql {
    const known = sql`${column} = any(${[...this.rejected]}::text[])`
    return this.isUnsure ? sql`(${known} or not ${column} = any(${[...this.accepted]}::text[]))` : known
  }
}

/** The patients and incidents of a folder that were rejected, by the code or number under which other files name them. */
export type RejectedNames = { readonly patients: Names; readonly incidents: Names }

/** Nothing is rejected yet. */
export const nothingRejected = (): RejectedNames => ({ patients: new Names(), incidents: new Names() })

const named = {
  'patients.csv': { as: 'patients', column: 'patientCode', in: 'patient_code', form: /./ },
  'incidents.csv': { as: 'incidents', column: 'incidentNumber', in: 'incident_number', form: /^.{11}$/ },
} as const

const namedBy = (file: CaseFileName) => (file in named ? named[file as keyof typeof named] : undefined)

/** Remembers the name of a row of the file that cannot be read, as it stands in its cells, if these are what they seem. */
export function rejectedReader(file: CaseFileName, header: readonly string[], rejected: RejectedNames) {
  const names = namedBy(file)
  if (!names) return undefined
  const place = header.findIndex((column) => column.toLowerCase() === names.column.toLowerCase())
  return (fields: readonly string[], isShaped: boolean) => {
    const name = fields[place]?.trim() ?? ''
    rejected[names.as].reject(name)
    if (!isShaped || !names.form.test(name)) rejected[names.as].rejectUnnamed()
  }
}

/** Remembers the names of the rows of `checked` that are at fault; a row that is there twice counts once, as it should. */
export async function rememberRejected(db: Database, file: CaseFileName, rejected: RejectedNames) {
  const names = namedBy(file)
  if (!names) return
  const own = rejected[names.as]
  const namesWhere = (which: Sql) =>
    rowsOf(
      db,
      z.object({ name: z.string() }),
      sql`select distinct ${sql.ref(names.in)} as name from checked where ${which}`,
    )
  for (const { name } of await namesWhere(sql`fault is not null and fault[1] <> 'repeated'`)) own.reject(name)
  if (!own.wantsAccepted) return
  for (const { name } of await namesWhere(sql`fault is null`)) own.accept(name)
}
