/** A column whose texts can be encrypted, with the columns and types of the primary key of its table. */
export type EncryptedColumn = {
  table: string
  column: string
  key: readonly { name: string; type: 'text' | 'uuid' }[]
}

const text = (name: string) => ({ name, type: 'text' }) as const
const uuid = (name: string) => ({ name, type: 'uuid' }) as const

/** The columns that can be encrypted: free text that no query searches, sorts or joins. */
export const encryptedColumns = {
  noteText: { table: 'note', column: 'note_text', key: [text('incident_number'), text('id')] },
  commentText: { table: 'authorization_comment', column: 'comment_text', key: [text('itn'), uuid('id')] },
  caseSummary: { table: 'incident', column: 'summary', key: [text('incident_number')] },
} as const satisfies Record<string, EncryptedColumn>

export const listEncryptedColumns = (): readonly EncryptedColumn[] => Object.values(encryptedColumns)

/** The encrypted column of a table; undefined if it has none. */
export const findEncryptedColumn = (table: string): EncryptedColumn | undefined =>
  listEncryptedColumns().find((each) => each.table === table)
