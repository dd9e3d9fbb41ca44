import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A PDF whose bytes can be read at any position. */
export type PdfFile = { size: number; read(from: number, to: number): Buffer }

/** Makes bytes in memory readable as a PDF file. */
export const toPdfFile = (bytes: Uint8Array): PdfFile => ({
  size: bytes.length,
  read: (from, to) => Buffer.from(bytes.subarray(Math.max(0, from), Math.max(0, to))),
})

/** Opens a PDF on disk. Its reads block, so only a worker process opens one. */
export function openPdfFile(path: string): PdfFile & { close(): void } {
  const descriptor = openSync(path, 'r')
  return {
    size: fstatSync(descriptor).size,
    read(from, to) {
      const buffer = Buffer.allocUnsafe(Math.max(0, to - from))
      return buffer.subarray(0, buffer.length && readSync(descriptor, buffer, 0, buffer.length, from))
    },
    close: () => closeSync(descriptor),
  }
}
