import { expect, test, vi } from 'vitest'
import { openLog } from '#platform/config/log.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { renderStreaming, type StreamingJob } from './streaming-renderer.ts'

const template = new URL('../../../../tests/support/streaming-template.ts', import.meta.url)
const seconds = 1000

async function* batchesOf(...batches: string[][]) {
  yield* batches
}
/** Renders two rows that are available at once. */
const drawn = (data: object, change: Partial<StreamingJob> = {}) =>
  renderStreaming({
    template,
    data,
    rows: batchesOf(['first'], ['second']),
    signal: new AbortController().signal,
    onWorkerLog: () => {},
    ...change,
  })

/** A rendering whose template has gone silent. */
async function silentDrawing(change: Partial<StreamingJob> = {}) {
  const said = Promise.withResolvers<string>()
  const drawing = drawn(
    { does: 'be silent' },
    { ...change, onWorkerLog: ({ message }) => said.resolve(message) },
  )
  const ended = drawing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const [, pid] = (await said.promise).split(' ')
  return { ended, pid: Number(pid) }
}
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('waits for rows without a time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const rows = (async function* slowRows() {
    for (const row of ['first', 'second']) {
      vi.advanceTimersByTime(600 * seconds)
      yield [row]
    }
    vi.advanceTimersByTime(600 * seconds)
  })()
  const [page] = await pdfPages(await drawn({}, { rows }))
  expect(page?.text.split(/\s+/)).toEqual(expect.arrayContaining(['first', 'second']))
})

test('kills a worker that has received its rows and stays silent for 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { ended, pid } = await silentDrawing()
  vi.advanceTimersByTime(30 * seconds - 1)
  expect(isThere(pid)).toBe(true)
  vi.advanceTimersByTime(1)
  expect(await ended).toMatchObject({ code: 'TOO_LATE' })
  await expect.poll(() => isThere(pid)).toBe(false)
})

test('an aborted rendering ends at once together with its process', async () => {
  const over = new AbortController()
  const { ended, pid } = await silentDrawing({ signal: over.signal })
  over.abort(new Error('gone'))
  expect(await ended).toMatchObject({ message: 'gone' })
  await expect.poll(() => isThere(pid)).toBe(false)
})

test('starts no process for an aborted request', async () => {
  await expect(drawn({}, { signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone')
})

test('logs a rendering error by kind and location, without its text', async () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  await drawn({ does: 'throw' }).catch((error: unknown) =>
    log.warn({ err: error }, 'a report could not be rendered'),
  )
  const { cause } = JSON.parse(lines[0] ?? '{}').err
  expect(cause.kind).toBe('RangeError')
  expect(cause.at[0]).toContain('streaming-template.ts')
  expect(lines[0]).not.toContain('Sampleton')
})

test('reports the exit code of a process that ends early', async () => {
  await expect(drawn({ does: 'exit' })).rejects.toMatchObject({
    message: 'A document could not be drawn: its process ended.',
    code: 3,
  })
})

test('passes on an error that occurs while rows are read', async () => {
  const rows = (async function* lostRows() {
    yield ['first']
    throw new Error('no rows')
  })()
  await expect(drawn({}, { rows })).rejects.toThrow('no rows')
})
