import { constants } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openLog } from '../config/log.ts'
import { problemMessages } from '../http/problem-messages.ts'
import { createRenderPool, type RenderPool } from './render-pool.ts'
import { logWorkerOutput } from './worker-process.ts'

const template = new URL('../../../tests/support/pdf-template.ts', import.meta.url)
const calm = { maxQueuedPerKey: 40, maxQueued: 40, jobsPerWorker: 100, timeoutMs: 60_000 }

let renderPool: RenderPool
afterEach(() => renderPool.close())

test('rejects a document that cannot be rendered and renders the next one', async () => {
  renderPool = createRenderPool(calm)
  await expect(renderPool.pdf(template, { does: 'throw' })).rejects.toThrow(
    'A document could not be rendered',
  )
  expect(
    Buffer.from(await renderPool.pdf(template, {}))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('warming up loads the template in the worker that renders the first document', async () => {
  renderPool = createRenderPool(calm)
  await Promise.all([renderPool.warm(template), renderPool.warm(template)])
  const orderedAt = Date.now()
  const [page] = await pdfPages(await renderPool.pdf(template, { does: 'say when loaded' }))
  expect(Number(page?.text.replace('Loaded ', ''))).toBeLessThanOrEqual(orderedAt)
})

test('warming up neither waits for a dead worker nor starts one in a closed pool', async () => {
  renderPool = createRenderPool(calm)
  const warming = renderPool.warm(template)
  await renderPool.close()
  await warming
  await expect(renderPool.warm(template)).resolves.toBeUndefined()
})

test('a document that kills its worker affects no other document', async () => {
  renderPool = createRenderPool(calm)
  const orders = [{}, { does: 'exit' }, {}].map((data) => renderPool.pdf(template, data))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('runs every thread of a worker below normal priority', async () => {
  renderPool = createRenderPool(calm)
  const [page] = await pdfPages(await renderPool.pdf(template, { does: 'say priorities' }))
  expect(page?.text).toBe(`Priorities ${constants.priority.PRIORITY_BELOW_NORMAL}`)
})

test('a worker that receives SIGTERM finishes its pending documents', async () => {
  renderPool = createRenderPool(calm)
  const orders = [{ does: 'interrupt' }, {}].map((data) => renderPool.pdf(template, data))
  expect((await Promise.all(orders)).every(({ length }) => length > 0)).toBe(true)
})

test('gives up on a document that never finishes and renders the next one', async () => {
  renderPool = createRenderPool({ ...calm, timeoutMs: 15_000 })
  const failed = await renderPool.pdf(template, { does: 'loop' }).catch((error) => error)
  expect(failed).toMatchObject({ code: 'TOO_LATE' })
  expect((await renderPool.pdf(template, {})).length).toBeGreaterThan(0)
})

test('rejects a document with a retry time when the queue is full', async () => {
  renderPool = createRenderPool({ ...calm, maxQueued: 3 })
  const orders = Array.from({ length: 6 }, () => renderPool.pdf(template, {}))
  const outcomes = await Promise.allSettled(orders)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(2)
  expect(refused[0]?.reason).toMatchObject({
    status: 503,
    message: problemMessages.tooManyDocuments,
    members: { retryAfter: 5 },
  })
})

test('limits the queue share of one user and takes turns between users', async () => {
  renderPool = createRenderPool({ ...calm, maxQueuedPerKey: 2 })
  const made: string[] = []
  const order = (person: string) =>
    renderPool.pdf(template, {}, { key: person }).then(() => made.push(person))
  const outcomes = await Promise.allSettled(['busy', 'busy', 'busy', 'busy', 'busy', 'other'].map(order))
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(2).fill('rejected'),
    'fulfilled',
  ])
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused[0]?.reason).toMatchObject({ status: 429, message: problemMessages.tooManyOfYourDocuments })
  expect(made).toEqual(['busy', 'busy', 'other', 'busy'])
})

test('loads deferred data only for documents that are actually rendered', async () => {
  renderPool = createRenderPool({ ...calm, maxQueuedPerKey: 2 })
  const fetched: string[] = []
  const abortController = new AbortController()
  const order = (name: string, requester = {}) => {
    const data = async () => {
      fetched.push(name)
      return { words: name }
    }
    return renderPool.pdf(template, data, { key: 'one', ...requester })
  }
  const orders = [
    order('first'),
    order('second', { abortSignal: abortController.signal }),
    order('third'),
    order('fourth'),
  ]
  abortController.abort(new Error('gone'))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(fetched).toEqual(['first', 'third'])
})

test('deferred data that cannot be loaded does not block the queue', async () => {
  renderPool = createRenderPool(calm)
  const failing = renderPool.pdf(template, () => Promise.reject(new Error('no facts')))
  const next = renderPool.pdf(template, {})
  await expect(failing).rejects.toThrow('no facts')
  expect((await next).length).toBeGreaterThan(0)
})

test('logs worker output by code location, without its text', async () => {
  const lines: string[] = []
  renderPool = createRenderPool({
    ...calm,
    onWorkerLog: logWorkerOutput(openLog('info', { write: (line) => lines.push(line) })),
  })
  await renderPool.pdf(template, { does: 'overflow' })
  await expect.poll(() => lines.join()).toContain('node_modules/@react-pdf/layout/')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { kind: 'WorkerOutput' } })
  expect(lines.join()).not.toContain("can't wrap between pages")
})

test('logs a render error by kind and location, without its text', async () => {
  renderPool = createRenderPool(calm)
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const fault = await renderPool.pdf(template, { does: 'throw' }).catch((error: unknown) => error)
  log.error({ err: fault }, 'request failed')
  const { cause } = JSON.parse(lines[0] ?? '').err
  expect(cause).toMatchObject({
    kind: 'RangeError',
    at: [expect.stringContaining('pdf-template.ts'), ...cause.at.slice(1)],
  })
  expect(lines[0]).not.toContain('cannot be made')
})

test('removes a document from the queue when its client disconnects', async () => {
  renderPool = createRenderPool(calm)
  const abortController = new AbortController()
  const first = renderPool.picture(template, {})
  const given = renderPool.picture(template, { does: 'exit' }, { abortSignal: abortController.signal })
  const last = renderPool.picture(template, {})
  abortController.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect((await Promise.all([first, last])).map(({ length }) => length > 0)).toEqual([true, true])
})

test('recycles a worker after its documents and produces the same bytes', async () => {
  renderPool = createRenderPool({ ...calm, jobsPerWorker: 1 })
  const made = new Set<string>()
  const processes = new Set<string>()
  while (processes.size < 2) {
    made.add(Buffer.from(await renderPool.pdf(template, {})).toString('base64'))
    processes.add(Buffer.from(await renderPool.pdf(template, { does: 'say process' })).toString('base64'))
  }
  expect(made.size).toBe(1)
})

test('a closing pool finishes queued documents', async () => {
  renderPool = createRenderPool(calm)
  const orders = [{}, {}, {}].map((data) => renderPool.pdf(template, data))
  await renderPool.close()
  expect((await Promise.all(orders)).every(({ length }) => length > 0)).toBe(true)
})
