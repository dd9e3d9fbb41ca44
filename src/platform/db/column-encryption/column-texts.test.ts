import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachColumnKeys, openColumnKeys } from './column-keys.ts'
import {
  ColumnDamagedError,
  ColumnKeyMissingError,
  decryptText,
  encryptText,
  readKeyId,
} from './column-texts.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const { noteText, commentText } = encryptedColumns
const place = ['24000000017', 'N1'] as const
const text = 'Called Mrs. Sämpleton 🙂\nSecond line'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'column-texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** A database with a file of these keys. */
function openWith(...lines: string[]) {
  const path = join(folder, `keys-${Math.random()}`)
  writeFileSync(path, lines.join('\n'))
  const db = {}
  attachColumnKeys(db, openColumnKeys({ DOCUMENTS_KEYS_FILE: path, ENCRYPT_COLUMNS: true }))
  return db
}
const [one, two] = ['1'.repeat(64), '2'.repeat(64)]

describe('an encrypted text', () => {
  test.each([
    ['another row', noteText, ['24000000017', 'N2']],
    ['another case', noteText, ['24000000018', 'N1']],
    ['another split of the same key', noteText, ['24000000017N', '1']],
    ['another table', commentText, place],
    ['another column', { ...noteText, column: 'author' }, place],
  ])('is refused in %s', (_, column, row) => {
    const db = openWith(one)
    const stored = encryptText(db, noteText, place, text)
    expect(() => decryptText(db, column, row, stored)).toThrow(ColumnDamagedError)
  })

  test('is refused if it is truncated anywhere or any byte is changed', () => {
    const db = openWith(one)
    const stored = encryptText(db, noteText, place, 'short')
    for (let length = 1; length < stored.length - 1; length += 1)
      expect(() => decryptText(db, noteText, place, stored.slice(0, length))).toThrow(ColumnDamagedError)
    const bytes = Buffer.from(stored.slice(18), 'base64')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const other = stored.slice(0, 18) + changed.toString('base64')
      expect(() => decryptText(db, noteText, place, other)).toThrow(ColumnDamagedError)
    }
  })

  test('is refused under the ID of another key', () => {
    const db = openWith(one, two)
    const stored = encryptText(db, noteText, place, text)
    const otherId = readKeyId(encryptText(openWith(two), noteText, place, text)) ?? ''
    expect(() => decryptText(db, noteText, place, `\u0001${otherId}${stored.slice(17)}`)).toThrow(
      ColumnDamagedError,
    )
  })

  test('needs its key, whose ID the error names', () => {
    const stored = encryptText(openWith(one), noteText, place, text)
    for (const db of [openWith(two), {}]) {
      expect(() => decryptText(db, noteText, place, stored)).toThrow(ColumnKeyMissingError)
      expect(() => decryptText(db, noteText, place, stored)).toThrow(`${readKeyId(stored)}`)
    }
  })

  test('is readable with an old key, and contains none of the clear text', () => {
    const stored = encryptText(openWith(one), noteText, place, text)
    expect(decryptText(openWith(two, one), noteText, place, stored)).toBe(text)
    expect(stored).not.toContain('Called')
    expect(encryptText(openWith(one), noteText, place, text)).not.toBe(stored)
  })
})

describe('a clear text', () => {
  test('cannot look encrypted', () => {
    for (const db of [openWith(one), {}])
      expect(() => encryptText(db, noteText, place, '\u0001x')).toThrow('must not begin with U+0001')
  })

  test('is stored and read unchanged without a key, with ENCRYPT_COLUMNS off, or with “none” in the file', () => {
    const off = {}
    attachColumnKeys(off, openColumnKeys({ DOCUMENTS_KEYS_FILE: '/nowhere', ENCRYPT_COLUMNS: false }))
    for (const db of [{}, off, openWith('none', one)]) {
      expect(encryptText(db, noteText, place, text)).toBe(text)
      expect(decryptText(db, noteText, place, text)).toBe(text)
    }
  })
})
