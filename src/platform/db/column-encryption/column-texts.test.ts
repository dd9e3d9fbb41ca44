import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '../database.ts'
import { attachColumnKeys, openColumnKeys } from './column-keys.ts'
import {
  ColumnDamagedError,
  ColumnKeyMissingError,
  decryptText,
  encryptText,
  readKeyId,
} from './column-texts.ts'
import { encryptedColumns } from './encrypted-columns.ts'

const { noteText, commentText, captchaKey } = encryptedColumns
const place = ['24000000017', 'N1'] as const
const text = 'Called Mrs. Sämpleton 🙂\nSecond line'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'column-texts-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Stands for a database to which nothing is written or read. */
const noDatabase = () => ({}) as Database

/** A database with a file of these keys, the first of which is recorded. */
function openWith(...lines: string[]) {
  const path = join(folder, `keys-${Math.random()}`)
  writeFileSync(path, lines.join('\n'))
  const db = noDatabase()
  const keys = openColumnKeys({ DOCUMENTS_KEYS_FILE: path, ENCRYPT_COLUMNS: true })
  attachColumnKeys(db, keys)
  const current = keys.current('text')
  if (current) keys.recordedId = current.id
  return { db, keys }
}
const [one, two] = ['1'.repeat(64), '2'.repeat(64)]

describe('an encrypted text', () => {
  test.each([
    ['another row', noteText, ['24000000017', 'N2']],
    ['another case', noteText, ['24000000018', 'N1']],
    ['another split of the same key', noteText, ['24000000017N', '1']],
    ['another table', commentText, place],
    ['another column', { ...noteText, column: 'author' }, place],
  ])('is refused in %s', async (_, column, row) => {
    const { db } = openWith(one)
    const stored = encryptText(db, noteText, place, text)
    await expect(decryptText(db, column, row, stored)).rejects.toThrow(ColumnDamagedError)
  })

  test('is refused if it is truncated anywhere or any byte is changed', async () => {
    const { db } = openWith(one)
    const stored = encryptText(db, noteText, place, 'short')
    for (let length = 1; length < stored.length - 1; length += 1)
      await expect(decryptText(db, noteText, place, stored.slice(0, length))).rejects.toThrow(
        ColumnDamagedError,
      )
    const bytes = Buffer.from(stored.slice(18), 'base64')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const other = stored.slice(0, 18) + changed.toString('base64')
      await expect(decryptText(db, noteText, place, other)).rejects.toThrow(ColumnDamagedError)
    }
  })

  test('is refused under the ID of another key', async () => {
    const { db } = openWith(one, two)
    const stored = encryptText(db, noteText, place, text)
    const otherId = readKeyId(encryptText(openWith(two).db, noteText, place, text)) ?? ''
    const changed = `\u0001${otherId}${stored.slice(17)}`
    await expect(decryptText(db, noteText, place, changed)).rejects.toThrow(ColumnDamagedError)
  })

  test('needs its key, whose ID the error names', async () => {
    const stored = encryptText(openWith(one).db, noteText, place, text)
    const { db, keys } = openWith(two)
    keys.known.add(readKeyId(stored) ?? '')
    await expect(decryptText(db, noteText, place, stored)).rejects.toThrow(ColumnKeyMissingError)
    await expect(decryptText(db, noteText, place, stored)).rejects.toThrow(`${readKeyId(stored)}`)
  })

  test('is readable with an old key, and contains none of the clear text', async () => {
    const stored = encryptText(openWith(one).db, noteText, place, text)
    expect(await decryptText(openWith(two, one).db, noteText, place, stored)).toBe(text)
    expect(stored).not.toContain('Called')
    expect(encryptText(openWith(one).db, noteText, place, text)).not.toBe(stored)
  })

  test('does not keep other work waiting for the rest of a list', async () => {
    const { db } = openWith(one)
    const stored = encryptText(db, noteText, place, text)
    const read: string[] = []
    let readBefore = Number.NaN
    let ms = performance.now()
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 2))
    try {
      setImmediate(() => {
        readBefore = read.length
      })
      for (let n = 0; n < 50; n += 1) read.push(await decryptText(db, noteText, place, stored))
    } finally {
      clock.mockRestore()
    }
    expect(read).toEqual(Array(50).fill(text))
    expect(readBefore).toBeLessThanOrEqual(3)
  })

  test('has the recorded key until a new one is recorded, too, and is not written without either', () => {
    const { db, keys } = openWith(two, one)
    const [newer, former] = [two, one].map((key) => openWith(key).keys.current('text')?.id)
    keys.recordedId = former ?? ''
    expect(readKeyId(encryptText(db, noteText, place, text))).toBe(former)
    keys.recordedId = newer ?? ''
    expect(readKeyId(encryptText(db, noteText, place, text))).toBe(newer)
    keys.recordedId = '0'.repeat(16)
    expect(() => encryptText(db, noteText, place, text)).toThrow(ColumnKeyMissingError)
    delete keys.recordedId
    expect(() => encryptText(db, noteText, place, text)).toThrow(ColumnKeyMissingError)
  })
})

describe('a clear text', () => {
  test('cannot look encrypted', () => {
    for (const db of [openWith(one).db, noDatabase()])
      expect(() => encryptText(db, noteText, place, '\u0001x')).toThrow('must not begin with U+0001')
  })

  test('is stored and read unchanged without a key, with the setting off, or with “none” in the file', async () => {
    const off = noDatabase()
    attachColumnKeys(off, openColumnKeys({ DOCUMENTS_KEYS_FILE: '/nowhere', ENCRYPT_COLUMNS: false }))
    for (const db of [noDatabase(), off, openWith('none', one).db]) {
      expect(encryptText(db, noteText, place, text)).toBe(text)
      expect(await decryptText(db, noteText, place, text)).toBe(text)
    }
  })

  test('is only encrypted if its kind of column is, and never if it is empty', () => {
    const { db } = openWith(one)
    expect(encryptText(db, captchaKey, ['true'], 'a secret')).toBe('a secret')
    expect(encryptText(db, noteText, place, '')).toBe('')
  })
})
