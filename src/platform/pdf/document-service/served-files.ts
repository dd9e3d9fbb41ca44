import { readSync, writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import type { PdfFile } from '../extract-pages/pdf-file.ts'
import { StorageAwayError, type WorkerDocument } from './document-storage.ts'

/** The descriptor of the socket between a worker and the portal. */
const descriptor = 4
const requestBytes = 20

/** A worker's request: the position of the document in its job, and the range. Exactly these bytes are the response. */
function encodeRequest(position: number, from: number, to: number): Buffer {
  const request = Buffer.alloc(requestBytes)
  request.writeUInt32LE(position, 0)
  request.writeDoubleLE(from, 4)
  request.writeDoubleLE(to, 12)
  return request
}

const decodeRequest = (bytes: Buffer) => ({
  position: bytes.readUInt32LE(0),
  from: bytes.readDoubleLE(4),
  to: bytes.readDoubleLE(12),
})

/** Serves the reads of a worker process. */
export type ServedReads = {
  /** The documents of the worker's job; it can read no others. */
  documents: readonly WorkerDocument[]
  /** Whether the worker waits for the store. */
  isReading: boolean
}

/** Serves a worker's reads. A failed one must end the worker, because no response can say so. */
export function serveReads(socket: Duplex, fail: (error: unknown) => void): ServedReads {
  const reads: ServedReads = { documents: [], isReading: false }
  let received = Buffer.alloc(0)
  const respond = async () => {
    const { position, from, to } = decodeRequest(received)
    received = received.subarray(requestBytes)
    reads.isReading = true
    const served = reads.documents[position]?.served
    if (!served || !isWithin(from, to, served.size))
      throw new Error('A PDF worker read outside of its files.')
    const bytes = await served.read(from, to)
    reads.isReading = false
    socket.write(bytes)
  }
  // The end of the worker is reported by its process.
  socket.on('error', () => {})
  socket.on('data', (more: Buffer) => {
    received = Buffer.concat([received, more])
    // A worker waits for each response, so more than one request means that it no longer runs our code.
    const isTooMuch = received.length > requestBytes || reads.isReading
    if (isTooMuch) fail(new Error('A PDF worker sent more than a request.'))
    else if (received.length === requestBytes) respond().catch(fail)
  })
  return reads
}

const isWithin = (from: number, to: number, size: number) =>
  Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= size

/** The error of a job that ran out of time: not the document's fault if the worker was waiting for the store. */
export const timeoutError = ({ isReading }: ServedReads, otherwise: Error, message: string): Error =>
  isReading ? new StorageAwayError(message) : otherwise

const blockBytes = 256 * 1024
const maxBlocks = 64
/** A larger range, such as that of an image, is read once and by itself. */
const maxCachedBytes = 4 << 20

/**
 * In a worker, which therefore needs no access to the store: a document whose reads block until the portal has sent the
 * bytes. Reads whole blocks and keeps some.
 */
export function openServedFile(position: number, size: number): PdfFile {
  const blocks = new Map<number, Buffer>()
  const fetchBlocks = (first: number, end: number) => {
    const bytes = fetchBytes(position, first * blockBytes, Math.min(size, end * blockBytes))
    for (let block = first; block < end; block += 1)
      blocks.set(block, bytes.subarray((block - first) * blockBytes, (block - first + 1) * blockBytes))
  }
  /** Fetches the missing blocks of a range, adjacent ones at once. */
  const require = (first: number, end: number) => {
    if (blocks.size > maxBlocks) blocks.clear()
    for (let block = first; block < end; block += 1) {
      if (blocks.has(block)) continue
      const from = block
      while (block < end && !blocks.has(block)) block += 1
      fetchBlocks(from, block)
    }
  }
  return {
    size,
    read(from, to) {
      const [start, stop] = [Math.max(0, from), Math.min(size, to)]
      if (stop <= start) return Buffer.alloc(0)
      if (stop - start > maxCachedBytes) return fetchBytes(position, start, stop)
      const [first, end] = [Math.floor(start / blockBytes), Math.ceil(stop / blockBytes)]
      require(first, end)
      const found = Array.from({ length: end - first }, (_, at) => blocks.get(first + at) ?? Buffer.alloc(0))
      // A copy, as from a file: what is read from it may be changed.
      return Buffer.concat(found).subarray(start - first * blockBytes, stop - first * blockBytes)
    },
  }
}

function fetchBytes(position: number, from: number, to: number): Buffer {
  writeSync(descriptor, encodeRequest(position, from, to))
  const bytes = Buffer.allocUnsafe(to - from)
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(descriptor, bytes, at, bytes.length - at, null)
    if (count === 0) throw new Error('The portal has closed the socket of its PDF worker.')
    at += count
  }
  return bytes
}
