import {
  type DocumentKey,
  type DocumentKeys,
  openDocumentKeys,
} from '../../pdf/document-store/encryption/document-keys.ts'

/** The operator's keys, from which column keys are derived. The current one is undefined if new texts are not encrypted. */
export type ColumnKeys = DocumentKeys & {
  /** Reports each damaged text that is shown as a notice. */
  reportDamage?: (error: Error & { code: string }) => void
  /** Whether texts with a missing key are lost, so that a notice takes their place. */
  allowsMissing?: boolean
}

type Settings = {
  DOCUMENTS_KEYS_FILE?: string | undefined
  ENCRYPT_COLUMNS: boolean
  ALLOW_MISSING_KEYS?: boolean
}

/** Opens the keys that the settings name once one of them is needed, which can throw `DocumentKeysError`. */
export function openColumnKeys({
  DOCUMENTS_KEYS_FILE: path,
  ENCRYPT_COLUMNS: isOn,
  ALLOW_MISSING_KEYS: allowsMissing = false,
}: Settings): ColumnKeys {
  let opened: DocumentKeys | undefined
  const open = () => {
    if (path) opened ??= openDocumentKeys(path)
    return opened
  }
  return {
    current: (): DocumentKey | undefined => (isOn ? open()?.current() : undefined),
    find: (id) => open()?.find(id),
    allowsMissing,
  }
}

const keysByDatabase = new WeakMap<object, ColumnKeys>()

/** Lets queries on a database, and in its transactions, read and write encrypted columns. */
export function attachColumnKeys(db: object, keys: ColumnKeys | undefined) {
  if (keys) keysByDatabase.set(db, keys)
}

/** The keys of a database or transaction; undefined if it has none. */
export const findColumnKeys = (db: object): ColumnKeys | undefined => keysByDatabase.get(db)
