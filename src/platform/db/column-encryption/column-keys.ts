import {
  type DocumentKey,
  type DocumentKeys,
  openDocumentKeys,
} from '../../pdf/document-service/encryption/document-keys.ts'
import type { ColumnKind } from './encrypted-columns.ts'

/** The operator's keys, from which column keys are derived, and what this process knows about their use. */
export type ColumnKeys = {
  /** The key that columns of a kind should have; undefined if their new values are stored in clear text. */
  current(kind: ColumnKind): DocumentKey | undefined
  /** A key by its ID; undefined if the file does not have it. */
  find(id: string): DocumentKey | undefined
  /** The IDs that the table `column_key` has, as far as this process has read them. It never loses one. */
  known: Set<string>
  /** The ID of the current key that this process last recorded in the database, with which it encrypts. */
  recordedId?: string
  /** Reports each damaged value that cannot be shown or used. */
  reportDamage?: (error: Error & { code: string }) => void
  /** Whether values with a missing key are lost, so that a notice takes the place of texts. */
  allowsMissing: boolean
}

type Settings = {
  DOCUMENTS_KEYS_FILE?: string | undefined
  ENCRYPT_COLUMNS: boolean
  ENCRYPT_SECRETS?: boolean
  ALLOW_MISSING_KEYS?: boolean
}

/** Opens the keys that the settings name once one of them is needed, which can throw `DocumentKeysError`. */
export function openColumnKeys({
  DOCUMENTS_KEYS_FILE: path,
  ENCRYPT_COLUMNS,
  ENCRYPT_SECRETS = false,
  ALLOW_MISSING_KEYS: allowsMissing = false,
}: Settings): ColumnKeys {
  let opened: DocumentKeys | undefined
  const open = () => {
    if (path) opened ??= openDocumentKeys(path)
    return opened
  }
  const isOn = { text: ENCRYPT_COLUMNS, secret: ENCRYPT_SECRETS }
  return {
    current: (kind) => (isOn[kind] ? open()?.current() : undefined),
    find: (id) => open()?.find(id),
    known: new Set(),
    allowsMissing,
  }
}

/** The current key of any kind of column; undefined if all new values are stored in clear text. */
export const findCurrentKey = (keys: ColumnKeys | undefined): DocumentKey | undefined =>
  keys?.current('text') ?? keys?.current('secret')

const keysByDatabase = new WeakMap<object, ColumnKeys>()

/** Lets queries on a database, and in its transactions, read and write encrypted columns. */
export function attachColumnKeys(db: object, keys: ColumnKeys | undefined) {
  if (keys) keysByDatabase.set(db, keys)
}

/** The keys of a database or transaction, the only way to them; undefined if it has none. */
export const findColumnKeys = (db: object): ColumnKeys | undefined => keysByDatabase.get(db)
