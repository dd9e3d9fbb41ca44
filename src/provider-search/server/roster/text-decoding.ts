import { isAscii, isUtf8 } from 'node:buffer'

const byteOrderMark = '\uFEFF'

/**
 * The text of bytes as rosters come: UTF-8, UTF-16 with its mark, or Windows-1252 (which Latin-1 is part of).
 * The first character beyond ASCII decides; the byte order mark is left out. What then cannot be read is U+FFFD.
 */
export async function* decoded(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let first = true
  for await (const chunk of chunks) {
    decoder ??= decoderFor(chunk, first)
    const text = decoder ? decoder.decode(chunk, { stream: true }) : chunk.toString('latin1')
    yield first && text.startsWith(byteOrderMark) ? text.slice(1) : text
    first = false
  }
  if (decoder) yield decoder.decode()
}

/** The decoder for bytes that are the first beyond ASCII, or undefined while there are none. */
function decoderFor(chunk: Buffer, first: boolean): TextDecoder | undefined {
  if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return new TextDecoder('utf-16le')
  if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return new TextDecoder('utf-16be')
  if (isAscii(chunk)) return undefined
  return new TextDecoder(isUtf8(wholeCharacters(chunk)) ? 'utf-8' : 'windows-1252', { ignoreBOM: true })
}

/** The chunk without a last character that goes on in the next chunk. */
function wholeCharacters(chunk: Buffer): Buffer {
  const tail = chunk.subarray(-3).findLastIndex((byte) => byte >= 0xc0)
  return tail < 0 ? chunk : chunk.subarray(0, Math.max(0, chunk.length - 3) + tail)
}
