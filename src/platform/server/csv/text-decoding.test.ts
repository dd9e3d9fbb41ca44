import { expect, test } from 'vitest'
import { decoded } from './text-decoding.ts'

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function textOf(bytes: Buffer, size: number) {
  let text = ''
  for await (const piece of decoded(inPieces(bytes, size))) text += piece
  return text
}

const text = 'id,name\n1,Clínica São José\n2,Ärzte am Löwentor\n'

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 as spreadsheets write it', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without its mark', Buffer.from(text, 'utf16le')],
  ['UTF-16 with the high byte first', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-16 with the high byte first, without its mark', Buffer.from(text, 'utf16le').swap16()],
  ['Latin-1', Buffer.from(text, 'latin1')],
])('reads %s, wherever its pieces end', async (_case, bytes) => {
  for (let size = 2; size <= 64; size += 1) expect(await textOf(bytes, size)).toBe(text)
})

test('an accent that the text ends with is read', async () => {
  for (const size of [2, 3, 4, 5]) expect(await textOf(Buffer.from('CafÉ', 'latin1'), size)).toBe('CafÉ')
})

test('typographic quotes and the euro sign of Windows are read', async () => {
  expect(await textOf(Buffer.from([0x93, 0x41, 0x94, 0x80]), 10)).toBe('“A”€')
})
