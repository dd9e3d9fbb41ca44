import { isAscii, isUtf8 } from 'node:buffer'

const byteOrderMark = '\uFEFF'

/**
 * The encoding of text. `isCertain` is false if Windows-1252 is a guess: the bytes are neither UTF-16 nor
 * mostly UTF-8.
 */
export type Encoding = { name: string; isCertain: boolean }

/** The encoding with this name (utf-8, windows-1252, shift_jis …); undefined if unknown. */
export function findEncoding(name: string): Encoding | undefined {
  try {
    return { name: new TextDecoder(name.trim()).encoding, isCertain: true }
  } catch {
    return undefined
  }
}

/**
 * Detects the encoding of text: UTF-16 or UTF-8, otherwise Windows-1252, which includes Latin-1. All bytes
 * are examined: text that has more multi-byte UTF-8 characters than invalid bytes counts as UTF-8 in which
 * the invalid bytes are damaged.
 */
export async function detectEncoding(chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  let characters = 0
  let strays = 0
  let held: Buffer = Buffer.alloc(0)
  let first = true
  for await (const chunk of chunks) {
    const utf16 = first && detectUtf16(chunk)
    if (utf16) return { name: utf16, isCertain: true }
    first = false
    if (held.length === 0 && isAscii(chunk)) continue
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const end = wholeCharacters(bytes)
    held = bytes.subarray(end)
    const counted = countCharacters(bytes.subarray(0, end))
    characters += counted.characters
    strays += counted.strays
  }
  strays += held.length
  return strays > characters ? { name: 'windows-1252', isCertain: false } : { name: 'utf-8', isCertain: true }
}

/** Decodes bytes without the byte order mark; undecodable bytes become U+FFFD. */
export async function* decodeText(chunks: AsyncIterable<Buffer>, { name }: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(name, { ignoreBOM: true })
  let first = true
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    yield first && text.startsWith(byteOrderMark) ? text.slice(1) : text
    first = false
  }
  yield decoder.decode()
}

/** Detects UTF-16 by its mark, or by the zero byte of every Latin letter, which no other text has. */
function detectUtf16([one, two]: Buffer): string | undefined {
  if ((one === 0xff && two === 0xfe) || (one && two === 0)) return 'utf-16le'
  if ((one === 0xfe && two === 0xff) || (one === 0 && two)) return 'utf-16be'
  return undefined
}

/** Counts the multi-byte characters and the invalid bytes beyond ASCII. */
function countCharacters(bytes: Buffer) {
  let characters = 0
  let strays = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const length = lengthFrom(bytes[at] ?? 0)
    if (length === 1) continue
    if (length > 0 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length) {
      characters += 1
      at += length - 1
    } else strays += 1
  }
  return { characters, strays }
}

/** The length of a UTF-8 character by its first byte; 0 if the byte cannot start one. */
function lengthFrom(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/**
 * The number of bytes before an incomplete UTF-8 character (one to three bytes) at the end, if there is one.
 */
function wholeCharacters(bytes: Buffer): number {
  const tail = bytes.subarray(-3)
  const at = tail.findLastIndex((byte) => byte >= 0xc0)
  const mayGoOn = at >= 0 && !isUtf8(tail.subarray(at)) && tail.subarray(at + 1).every(isContinuation)
  return mayGoOn ? bytes.length - tail.length + at : bytes.length
}

const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0
