import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import type { VerifiedBytes } from './document-storage.ts'
import { serveReads } from './served-files.ts'

const bytes = Buffer.from('0123456789')
const file: VerifiedBytes = {
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
}

/** The request of a worker: a file, and the range. */
function request(position: number, from: number, to: number): Buffer {
  const sent = Buffer.alloc(20)
  sent.writeUInt32LE(position, 0)
  sent.writeDoubleLE(from, 4)
  sent.writeDoubleLE(to, 12)
  return sent
}

/** Serves a worker with one file; `failed` resolves with why the worker has to end. */
function serve(read = file.read) {
  const [worker, portal] = duplexPair()
  const { promise: failed, resolve } = Promise.withResolvers<unknown>()
  const reads = serveReads(portal, resolve)
  reads.documents = [{ sha256: 'a', served: { ...file, read } }]
  return { worker, failed }
}

test('sends exactly the range that a worker asks for, even if the request arrives in pieces', async () => {
  const { worker } = serve()
  const sent = request(0, 2, 5)
  worker.write(sent.subarray(0, 7))
  worker.write(sent.subarray(7))
  const [response] = await once(worker, 'data')
  expect(String(response)).toBe('234')
})

test.each([
  ['a file of another job', request(1, 0, 1)],
  ['bytes after the end', request(0, 5, 11)],
  ['bytes before the start', request(0, -1, 1)],
  ['no bytes', request(0, 3, 3)],
  ['half a byte', request(0, 0.5, 2)],
  ['a range that is no number', request(0, Number.NaN, 2)],
])('a worker that asks for %s has to end', async (_, sent) => {
  const { worker, failed } = serve()
  worker.write(sent)
  expect(await failed).toMatchObject({ message: 'A PDF worker read outside of its files.' })
})

test('a worker that sends more than a request has to end, so that it cannot fill the memory of the portal', async () => {
  const { worker, failed } = serve()
  worker.write(Buffer.alloc(1 << 20))
  expect(await failed).toMatchObject({ message: 'A PDF worker sent more than a request.' })
})

test('a worker that does not wait for its response has to end', async () => {
  const { worker, failed } = serve(() => new Promise(() => {}))
  worker.write(request(0, 0, 1))
  worker.write(request(0, 1, 2))
  expect(await failed).toMatchObject({ message: 'A PDF worker sent more than a request.' })
})
