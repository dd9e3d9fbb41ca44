import { isAscii, isUtf8 } from 'node:buffer'

const byteOrderMark = '\uFEFF'

/**
 * The text of bytes as people send them: UTF-8, UTF-16, or Windows-1252 (which Latin-1 is part of). The first
 * character beyond ASCII decides; the byte order mark is left out. What then cannot be read is U+FFFD.
 */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let held: Buffer = Buffer.alloc(0)
  let first = true
  for await (const chunk of chunks) {
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    if (first) decoder ??= utf16DecoderFor(bytes)
    const end = decoder ? bytes.length : wholeCharacters(bytes)
    decoder ??= decoderFor(bytes.subarray(0, end))
    held = decoder ? Buffer.alloc(0) : bytes.subarray(end)
    const text = decoder?.decode(bytes, { stream: true }) ?? bytes.toString('latin1', 0, end)
    if (text === '') continue
    yield first && text.startsWith(byteOrderMark) ? text.slice(1) : text
    first = false
  }
  yield (decoder ?? new TextDecoder('windows-1252')).decode(held)
}

/** UTF-16 by its mark, or by the zero that half of every Latin letter is: no other text has one. */
function utf16DecoderFor([one, two]: Buffer): TextDecoder | undefined {
  if ((one === 0xff && two === 0xfe) || (one && two === 0)) return new TextDecoder('utf-16le')
  if ((one === 0xfe && two === 0xff) || (one === 0 && two)) return new TextDecoder('utf-16be')
  return undefined
}

/** The decoder for bytes that are the first beyond ASCII, or undefined while there are none. */
function decoderFor(bytes: Buffer): TextDecoder | undefined {
  if (isAscii(bytes)) return undefined
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252', { ignoreBOM: true })
}

/** How many of the bytes there are without a last one to three that may go on as one character of UTF-8. */
function wholeCharacters(bytes: Buffer): number {
  const tail = bytes.subarray(-3)
  const at = tail.findLastIndex((byte) => byte >= 0xc0)
  const mayGoOn = at >= 0 && !isUtf8(tail.subarray(at)) && tail.subarray(at + 1).every(isContinuation)
  return mayGoOn ? bytes.length - tail.length + at : bytes.length
}

const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0
