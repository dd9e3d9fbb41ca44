import { isAscii, isUtf8 } from 'node:buffer'

const byteOrderMark = '\uFEFF'

/** The encoding of a text. `isCertain` is false where Windows-1252 is a guess: the bytes are neither UTF-16 nor mostly UTF-8. */
export type Encoding = { name: string; isCertain: boolean }

/** The encoding that a name stands for (utf-8, windows-1252, shift_jis …), undefined when it stands for none. */
export function encodingNamed(name: string): Encoding | undefined {
  try {
    return { name: new TextDecoder(name.trim()).encoding, isCertain: true }
  } catch {
    return undefined
  }
}

/**
 * How the bytes of a text were written: UTF-16 or UTF-8, else, for lack of any sign, Windows-1252, which Latin-1 is
 * part of. All bytes are looked at: a text with more characters of UTF-8 than bytes that fit none is UTF-8, and
 * these bytes are damaged.
 */
export async function encodingOf(chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  let characters = 0
  let strays = 0
  let held: Buffer = Buffer.alloc(0)
  let first = true
  for await (const chunk of chunks) {
    const utf16 = first && utf16Of(chunk)
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

/** The text of bytes; the byte order mark is left out, and what cannot be read is U+FFFD. */
export async function* decoded(chunks: AsyncIterable<Buffer>, { name }: Encoding): AsyncGenerator<string> {
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

/** UTF-16 by its mark, or by the zero that half of every Latin letter is: no other text has one. */
function utf16Of([one, two]: Buffer): string | undefined {
  if ((one === 0xff && two === 0xfe) || (one && two === 0)) return 'utf-16le'
  if ((one === 0xfe && two === 0xff) || (one === 0 && two)) return 'utf-16be'
  return undefined
}

/** How many characters of several bytes there are, and how many bytes beyond ASCII that belong to none. */
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

/** The number of bytes of a character of UTF-8 by its first one, 0 when none begins so. */
function lengthFrom(byte: number): number {
  if (byte < 0x80) return 1
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

/** How many of the bytes there are without a last one to three that may go on as one character of UTF-8. */
function wholeCharacters(bytes: Buffer): number {
  const tail = bytes.subarray(-3)
  const at = tail.findLastIndex((byte) => byte >= 0xc0)
  const mayGoOn = at >= 0 && !isUtf8(tail.subarray(at)) && tail.subarray(at + 1).every(isContinuation)
  return mayGoOn ? bytes.length - tail.length + at : bytes.length
}

const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0
