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
  ['Latin-1', Buffer.from(text, 'latin1')],
])('reads %s', async (_case, bytes) => {
  expect(await textOf(bytes, 64)).toBe(text)
})

test('a character that is cut in two by the pieces is one character', async () => {
  for (const size of [19, 20, 21]) expect(await textOf(Buffer.from(text), size)).toBe(text)
})

test('typographic quotes and the euro sign of Windows are read', async () => {
  expect(await textOf(Buffer.from([0x93, 0x41, 0x94, 0x80]), 10)).toBe('“A”€')
})
