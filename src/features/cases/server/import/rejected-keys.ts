import { z } from 'zod'
import { type Database, queryRows, type Sql, sql } from '#platform/db/database.ts'
import type { CaseFileName } from './case-files.ts'

/** The keys of the rejected rows of a file. */
class KeySet {
  private readonly rejected = new Set<string>()
  private readonly accepted = new Set<string>()
  /** Whether a row with an unreadable key was rejected. If so, only keys of accepted rows are safe to refer to. */
  private hasUnreadable = false

  reject(name: string) {
    this.rejected.add(name)
  }

  rejectUnreadable() {
    this.hasUnreadable = true
  }

  /** Whether accepted keys must be recorded too. */
  get needsAccepted() {
    return this.hasUnreadable
  }

  accept(name: string) {
    this.accepted.add(name)
  }

  has(name: string): boolean {
    return this.rejected.has(name) || (this.hasUnreadable && !this.accepted.has(name))
  }

  /** Builds the SQL condition that a column refers, or may refer, to a rejected row. */
  mayReferToRejected(column: Sql): Sql {
    const known = sql`${column} = any(${[...this.rejected]}::text[])`
    return this.hasUnreadable ? sql`(${known} or not ${column} = any(${[...this.accepted]}::text[]))` : known
  }
}

/** The rejected patients and incidents of a folder, by the keys that other files use for them. */
export type RejectedKeys = { readonly patients: KeySet; readonly incidents: KeySet }

export const createRejectedKeys = (): RejectedKeys => ({ patients: new KeySet(), incidents: new KeySet() })

const keyColumns = {
  'patients.csv': { as: 'patients', column: 'patientCode', in: 'patient_code', pattern: /./ },
  'incidents.csv': { as: 'incidents', column: 'incidentNumber', in: 'incident_number', pattern: /^.{11}$/ },
} as const

const findKeyColumn = (file: CaseFileName) =>
  file in keyColumns ? keyColumns[file as keyof typeof keyColumns] : undefined

/**
 * Creates a handler for unreadable rows. It records the key in the row; if the key may be wrong, it marks the file as
 * having an unreadable key.
 */
export function createRejectedRowHandler(
  file: CaseFileName,
  header: readonly string[],
  rejected: RejectedKeys,
) {
  const key = findKeyColumn(file)
  if (!key) return undefined
  const index = header.findIndex((column) => column.toLowerCase() === key.column.toLowerCase())
  return (fields: readonly string[], isShaped: boolean) => {
    const name = fields[index]?.trim() ?? ''
    rejected[key.as].reject(name)
    if (!isShaped || !key.pattern.test(name)) rejected[key.as].rejectUnreadable()
  }
}

/** Records the keys of the rejected rows in `checked`. Duplicates do not count: their first row is imported. */
export async function recordRejectedKeys(db: Database, file: CaseFileName, rejected: RejectedKeys) {
  const key = findKeyColumn(file)
  if (!key) return
  const own = rejected[key.as]
  const findKeys = (which: Sql) =>
    queryRows(
      db,
      z.object({ name: z.string() }),
      sql`select distinct ${sql.ref(key.in)} as name from checked where ${which}`,
    )
  for (const { name } of await findKeys(sql`fault is not null and fault[1] <> 'repeated'`)) own.reject(name)
  if (!own.needsAccepted) return
  for (const { name } of await findKeys(sql`fault is null`)) own.accept(name)
}
