/** What a column has: texts that people read, or secrets of the portal itself. Each kind has its own setting. */
export type ColumnKind = 'text' | 'secret'

/** A column whose values can be encrypted, with the columns and types of the primary key of its table. */
export type EncryptedColumn = {
  table: string
  column: string
  key: readonly { name: string; type: 'text' | 'uuid' | 'boolean' }[]
  kind: ColumnKind
}

/** The primary key of a row, in the order of the columns. */
export type RowKey = readonly string[]

/** The first character of every encrypted text. No clear text begins with it. */
export const encryptedMark = '\u0001'

const text = (name: string) => ({ name, type: 'text' }) as const
const uuid = (name: string) => ({ name, type: 'uuid' }) as const

/** The columns that can be encrypted: free text that no query searches, sorts or joins, and secrets. */
export const encryptedColumns = {
  noteText: {
    table: 'note',
    column: 'note_text',
    kind: 'text',
    key: [text('incident_number'), text('id')],
  },
  commentText: {
    table: 'authorization_comment',
    column: 'comment_text',
    kind: 'text',
    key: [text('itn'), uuid('id')],
  },
  caseSummary: {
    table: 'incident',
    column: 'summary',
    kind: 'text',
    key: [text('incident_number')],
  },
  idToken: { table: 'staff_session', column: 'id_token', kind: 'secret', key: [uuid('id')] },
  signingKey: { table: 'signing_key', column: 'secret_text', kind: 'secret', key: [uuid('id')] },
  captchaKey: {
    table: 'captcha_key',
    column: 'secret',
    kind: 'secret',
    key: [{ name: 'is_only', type: 'boolean' }],
  },
} as const satisfies Record<string, EncryptedColumn>

export const listEncryptedColumns = (): readonly EncryptedColumn[] => Object.values(encryptedColumns)

/** The encrypted column of a table; undefined if it has none. */
export const findEncryptedColumn = (table: string): EncryptedColumn | undefined =>
  listEncryptedColumns().find((each) => each.table === table)

/** The name of a column for operators and logs, with its table. */
export const columnName = ({ table, column }: EncryptedColumn) => `${table}.${column}`
