import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createYield } from '../../concurrency/create-yield.ts'
import type { DocumentKey } from '../../pdf/document-service/encryption/document-keys.ts'
import type { Database } from '../database.ts'
import { isKnownKey } from './column-key-queries.ts'
import { findColumnKeys } from './column-keys.ts'
import { columnMessages } from './column-messages.ts'
import { columnName, type EncryptedColumn, encryptedMark, type RowKey } from './encrypted-columns.ts'

/*
 * An encrypted text is U+0001, the ID of the operator's key, a dot, and in Base64: nonce 12, text (encrypted), tag 16.
 *
 * The key of a column is derived from the operator's key with HKDF-SHA-256 (RFC 5869). It encrypts with AES-256-GCM and
 * authenticates the table, the column and the primary key of the row, so that a text is refused in any other place.
 */
const idLength = 16
const prefixLength = encryptedMark.length + idLength + 1
const prefixPattern = /^[0-9a-f]{16}\.$/

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16

/** A text is encrypted with a key that the database knows and the portal does not have. It is not lost. */
export class ColumnKeyMissingError extends Error {
  override name = 'ColumnKeyMissingError'
  /** The error handler answers with 503. */
  readonly code: 'COLUMN_KEY_MISSING' | 'SECRET_KEY_MISSING'
  readonly keyId: string

  constructor(column: EncryptedColumn, keyId: string) {
    // The log omits messages but has the code of a cause.
    const cause = Object.assign(new Error('The key is missing.'), { code: `${columnName(column)} ${keyId}` })
    super(columnMessages.keyMissing(columnName(column), keyId), { cause })
    this.code = column.kind === 'secret' ? 'SECRET_KEY_MISSING' : 'COLUMN_KEY_MISSING'
    this.keyId = keyId
  }
}

/**
 * An encrypted text was changed, truncated or moved from another row, or names a key that the database has never used.
 * Its message is for operators only.
 */
export class ColumnDamagedError extends Error {
  override name = 'ColumnDamagedError'
  /** The table and column. */
  readonly code: string
  /** The ID of a key that was never used. */
  readonly unknownKeyId: string | undefined

  constructor(column: EncryptedColumn, row: RowKey, unknownKeyId?: string) {
    const [name, place] = [columnName(column), row.join(' ')]
    // The log omits messages but has the code of a cause.
    const cause = unknownKeyId && Object.assign(new Error('The key was never used.'), { code: unknownKeyId })
    const message = unknownKeyId
      ? columnMessages.unknownKey(name, place, unknownKeyId)
      : columnMessages.damaged(name, place)
    super(message, { cause: cause || undefined })
    this.code = name
    this.unknownKeyId = unknownKeyId
  }
}

/** The ID of the key that encrypts a stored text; undefined for clear text. */
export const readKeyId = (stored: string): string | undefined =>
  stored.startsWith(encryptedMark) && prefixPattern.test(stored.slice(encryptedMark.length, prefixLength))
    ? stored.slice(encryptedMark.length, prefixLength - 1)
    : undefined

/**
 * A text as it is stored in a row: encrypted, or in clear text if the column is not encrypted or there is no text.
 * Throws `ColumnKeyMissingError` if the file of keys has just been replaced by one without the former key.
 */
export function encryptText(db: object, column: EncryptedColumn, row: RowKey, text: string): string {
  // Otherwise, somebody could write a text that looks encrypted.
  if (text.startsWith(encryptedMark)) throw new Error('A clear text must not begin with U+0001.')
  const key = text === '' ? undefined : findEncryptionKey(db, column)
  return key ? encryptWith(key, column, row, text) : text
}

/**
 * The ID of the key that `encryptText` uses at the moment; undefined for clear text. After a rotation, it is the former one
 * until the new one is recorded. Throws `ColumnKeyMissingError` like `encryptText`.
 */
export const findEncryptionKeyId = (db: object, column: EncryptedColumn): string | undefined =>
  findEncryptionKey(db, column)?.id

/** The key that this process last recorded, because others could take an ID that the database does not know for damage. */
function findEncryptionKey(db: object, column: EncryptedColumn): DocumentKey | undefined {
  const keys = findColumnKeys(db)
  const current = keys?.current(column.kind)
  if (!current) return undefined
  const key = keys?.recordedId === undefined ? undefined : keys.find(keys.recordedId)
  if (!key) throw new ColumnKeyMissingError(column, keys?.recordedId ?? current.id)
  return key
}

function encryptWith(key: DocumentKey, column: EncryptedColumn, row: RowKey, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, deriveKey(key, column), nonce)
  cipher.setAAD(describePlace(column, row))
  const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return `${encryptedMark}${key.id}.${Buffer.concat(encrypted).toString('base64')}`
}

const yieldIfDue = createYield()

/**
 * The text of a row from its stored form, which can also be clear text. A list of encrypted texts does not stop other
 * requests. Throws `ColumnKeyMissingError` or `ColumnDamagedError`.
 */
export async function decryptText(
  db: Database,
  column: EncryptedColumn,
  row: RowKey,
  stored: string,
): Promise<string> {
  if (!stored.startsWith(encryptedMark)) return stored
  const keyId = readKeyId(stored)
  if (keyId === undefined) throw new ColumnDamagedError(column, row)
  const key = findColumnKeys(db)?.find(keyId)
  if (key) {
    await yieldIfDue()
    return decryptWith(key, column, row, stored)
  }
  if (await isKnownKey(db, keyId)) throw new ColumnKeyMissingError(column, keyId)
  throw new ColumnDamagedError(column, row, keyId)
}

function decryptWith(key: DocumentKey, column: EncryptedColumn, row: RowKey, stored: string): string {
  const bytes = Buffer.from(stored.slice(prefixLength), 'base64')
  if (bytes.length < nonceBytes + tagBytes) throw new ColumnDamagedError(column, row)
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, deriveKey(key, column), nonce, { authTagLength: tagBytes })
  decipher.setAAD(describePlace(column, row))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  try {
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw Object.assign(new ColumnDamagedError(column, row), { cause })
  }
}

/** Whether a text cannot be read for good: it is damaged, or the operator has said that missing keys are lost. */
export const isLost = (db: object, error: unknown): boolean =>
  error instanceof ColumnDamagedError ||
  (error instanceof ColumnKeyMissingError && findColumnKeys(db)?.allowsMissing === true)

/** Like `decryptText`, but a lost text becomes a notice, so that it hides no other one. Reports damage. */
export async function showText(
  db: Database,
  column: EncryptedColumn,
  row: RowKey,
  stored: string,
): Promise<string> {
  try {
    return await decryptText(db, column, row, stored)
  } catch (error) {
    if (!isLost(db, error)) throw error
    return reportDamage(db, error) ? columnMessages.damagedNotice : columnMessages.keyLostNotice
  }
}

/** Like `decryptText`, but undefined for a lost secret, which can be replaced. Reports damage. */
export async function findSecret(
  db: Database,
  column: EncryptedColumn,
  row: RowKey,
  stored: string,
): Promise<string | undefined> {
  try {
    return await decryptText(db, column, row, stored)
  } catch (error) {
    if (!isLost(db, error)) throw error
    reportDamage(db, error)
    return undefined
  }
}

/** Reports an error if it is damage. Returns whether it is. */
function reportDamage(db: Database, error: unknown): boolean {
  if (!(error instanceof ColumnDamagedError)) return false
  findColumnKeys(db)?.reportDamage?.(error)
  return true
}

/** What the tag covers besides the text. */
const describePlace = ({ table, column }: EncryptedColumn, row: RowKey) =>
  Buffer.from(JSON.stringify([table, column, ...row]))

const derivedKeys = new WeakMap<DocumentKey, Map<string, Buffer>>()

function deriveKey(key: DocumentKey, column: EncryptedColumn): Buffer {
  const known = derivedKeys.get(key) ?? new Map<string, Buffer>()
  derivedKeys.set(key, known)
  const purpose = `portal column ${columnName(column)}`
  const derived = known.get(purpose) ?? Buffer.from(hkdfSync('sha256', key.bytes, '', purpose, keyBytes))
  known.set(purpose, derived)
  return derived
}
