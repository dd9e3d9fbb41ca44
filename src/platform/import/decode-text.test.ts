import { expect, test } from 'vitest'
import { decodeText, detectEncoding, type Encoding, findEncoding } from './decode-text.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function textOf(bytes: Buffer, size: number, encoding?: Encoding) {
  let text = ''
  const found = encoding ?? (await detectEncoding(inPieces(bytes, size)))
  for await (const piece of decodeText(inPieces(bytes, size), found)) text += piece
  return text
}

const text = 'id,name\n1,Clínica São José\n2,Ärzte am Löwentor\n'

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 as spreadsheets write it', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from(text, 'utf16le')],
  ['big-endian UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['big-endian UTF-16 without a byte order mark', Buffer.from(text, 'utf16le').swap16()],
  ['Latin-1', Buffer.from(text, 'latin1')],
])('reads %s in chunks of any size', async (_case, bytes) => {
  for (let size = 2; size <= 64; size += 1) expect(await textOf(bytes, size)).toBe(text)
})

test('reads an accent at the end of the text', async () => {
  for (const size of [2, 3, 4, 5]) expect(await textOf(Buffer.from('CafÉ', 'latin1'), size)).toBe('CafÉ')
})

test('reads typographic quotes and the euro sign of Windows-1252', async () => {
  expect(await textOf(Buffer.from([0x93, 0x41, 0x94, 0x80]), 10)).toBe('“A”€')
})

test('a Latin-1 line in UTF-8 text is the only line damaged', async () => {
  const good = 'Klinik Süd\nStraße\n'
  const bad = Buffer.from('Klinik Süd\n', 'latin1')
  for (const bytes of [
    Buffer.concat([bad, Buffer.from(good)]),
    Buffer.concat([Buffer.from(good), bad]),
    Buffer.concat([Buffer.from('Süd\n'), bad]),
  ])
    for (const size of [1000, 7, 3]) {
      const read = await textOf(bytes, size)
      expect(read).toContain('Süd')
      expect(read).toContain('Klinik S\uFFFDd')
    }
})

test('reports the detected encoding and whether it is a guess', async () => {
  const found = (bytes: Buffer) => detectEncoding(inPieces(bytes, 16))
  expect(await found(Buffer.from('plain'))).toEqual({ name: 'utf-8', isCertain: true })
  expect(await found(Buffer.from(text))).toEqual({ name: 'utf-8', isCertain: true })
  expect(await found(Buffer.from(text, 'latin1'))).toEqual({ name: 'windows-1252', isCertain: false })
  expect(await found(Buffer.from(text, 'utf16le'))).toEqual({ name: 'utf-16le', isCertain: true })
})

test.each([
  ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
  ['iso-8859-2', [0xa3, 0xf3, 0x64, 0xbc], 'Łódź'],
  ['shift_jis', [0x95, 0x61, 0x89, 0x40], '病院'],
  ['latin1', [0xdf], 'ß'],
])('reads %s when the encoding is given', async (name, bytes, expected) => {
  expect(await textOf(Buffer.from(bytes), 3, findEncoding(name))).toBe(expected)
})

test('rejects an unknown encoding name', () => {
  expect(findEncoding('utf-9')).toBeUndefined()
})
