import { z } from 'zod'
import { type Database, rowsOf, type Sql, sql } from '#platform/server/database.ts'
import type { CaseFileName } from './case-files.ts'

/** The keys of rejected rows in a file. */
class Names {
  private readonly rejected = new Set<string>()
  private readonly accepted = new Set<string>()
  /** Whether a row with an unreadable key was rejected: then only keys of accepted rows are safe to refer to. */
  private isUnsure = false

  reject(name: string) {
    this.rejected.add(name)
  }

  rejectUnnamed() {
    this.isUnsure = true
  }

  /** Whether accepted keys must be recorded too. */
  get wantsAccepted() {
    return this.isUnsure
  }

  accept(name: string) {
    this.accepted.add(name)
  }

  has(name: string): boolean {
    return this.rejected.has(name) || (this.isUnsure && !this.accepted.has(name))
  }

  /** Builds the SQL condition that a column names, or may name, a rejected row. */
  areIn(column: Sql): Sql {
    const known = sql`${column} = any(${[...this.rejected]}::text[])`
    return this.isUnsure ? sql`(${known} or not ${column} = any(${[...this.accepted]}::text[]))` : known
  }
}

/** The rejected patients and incidents of a folder, by the code or number that other files use for them. */
export type RejectedNames = { readonly patients: Names; readonly incidents: Names }

/** Starts with nothing rejected. */
export const nothingRejected = (): RejectedNames => ({ patients: new Names(), incidents: new Names() })

const named = {
  'patients.csv': { as: 'patients', column: 'patientCode', in: 'patient_code', form: /./ },
  'incidents.csv': { as: 'incidents', column: 'incidentNumber', in: 'incident_number', form: /^.{11}$/ },
} as const

const namedBy = (file: CaseFileName) => (file in named ? named[file as keyof typeof named] : undefined)

/** Records the key in an unreadable row, if its cells look valid. */
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

/** Records the keys of rejected rows in `checked`; of duplicate rows, the first still counts as accepted. */
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
