import { constants } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { openLog } from '../log.ts'
import { problemMessages } from '../problem-messages.ts'
import { createRenderPool, type Press } from './render-pool.ts'
import { complaintsTo } from './worker-log.ts'

const maker = new URL('../../../../tests/support/pdf-template.ts', import.meta.url)
const calm = { share: 40, queue: 40, documentsPerPrinter: 100, timeoutMs: 60_000 }

let press: Press
afterEach(() => press.close())

test('rejects a document that cannot be rendered and renders the next one', async () => {
  press = createRenderPool(calm)
  await expect(press.pdf(maker, { does: 'throw' })).rejects.toThrow('A document could not be made')
  expect(
    Buffer.from(await press.pdf(maker, {}))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('warming up loads the template in the worker that renders the first document', async () => {
  press = createRenderPool(calm)
  await Promise.all([press.warm(maker), press.warm(maker)])
  const orderedAt = Date.now()
  const [page] = await pdfPages(await press.pdf(maker, { does: 'say when loaded' }))
  expect(Number(page?.text.replace('Loaded ', ''))).toBeLessThanOrEqual(orderedAt)
})

test('warming up neither waits for a dead worker nor starts one in a closed pool', async () => {
  press = createRenderPool(calm)
  const warming = press.warm(maker)
  await press.close()
  await warming
  await expect(press.warm(maker)).resolves.toBeUndefined()
})

test('a document that kills its worker affects no other document', async () => {
  press = createRenderPool(calm)
  const orders = [{}, { does: 'exit' }, {}].map((facts) => press.pdf(maker, facts))
  const outcomes = await Promise.allSettled(orders)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('runs every thread of a worker at low priority', async () => {
  press = createRenderPool(calm)
  const [page] = await pdfPages(await press.pdf(maker, { does: 'say priorities' }))
  expect(page?.text).toBe(`Priorities ${constants.priority.PRIORITY_LOW}`)
})

test('a worker that receives SIGTERM finishes its pending documents', async () => {
  press = createRenderPool(calm)
  const orders = [{ does: 'interrupt' }, {}].map((facts) => press.pdf(maker, facts))
  expect((await Promise.all(orders)).every(({ length }) => length > 0)).toBe(true)
})

test('gives up a document that never finishes and renders the next one', async () => {
  press = createRenderPool({ ...calm, timeoutMs: 3_000 })
  const failed = await press.pdf(maker, { does: 'loop' }).catch((error) => error)
  expect(failed).toMatchObject({ code: 'TOO_LATE' })
  expect((await press.pdf(maker, {})).length).toBeGreaterThan(0)
})

test('rejects a document with a retry time when the queue is full', async () => {
  press = createRenderPool({ ...calm, queue: 3 })
  const orders = Array.from({ length: 6 }, () => press.pdf(maker, {}))
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
  press = createRenderPool({ ...calm, share: 2 })
  const made: string[] = []
  const order = (person: string) => press.pdf(maker, {}, { person }).then(() => made.push(person))
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

test('loads deferred props only for documents that are actually rendered', async () => {
  press = createRenderPool({ ...calm, share: 2 })
  const fetched: string[] = []
  const abortController = new AbortController()
  const order = (name: string, customer = {}) => {
    const facts = async () => {
      fetched.push(name)
      return { words: name }
    }
    return press.pdf(maker, facts, { person: 'one', ...customer })
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

test('deferred props that cannot be loaded do not block the queue', async () => {
  press = createRenderPool(calm)
  const failing = press.pdf(maker, () => Promise.reject(new Error('no facts')))
  const next = press.pdf(maker, {})
  await expect(failing).rejects.toThrow('no facts')
  expect((await next).length).toBeGreaterThan(0)
})

test('logs worker output by code location, without its text', async () => {
  const lines: string[] = []
  press = createRenderPool({
    ...calm,
    hear: complaintsTo(openLog('info', { write: (line) => lines.push(line) })),
  })
  await press.pdf(maker, { does: 'overflow' })
  await expect.poll(() => lines.join()).toContain('node_modules/@react-pdf/layout/')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { kind: 'Complaint' } })
  expect(lines.join()).not.toContain("can't wrap between pages")
})

test('logs a render error by kind and location, without its text', async () => {
  press = createRenderPool(calm)
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const fault = await press.pdf(maker, { does: 'throw' }).catch((error: unknown) => error)
  log.error({ err: fault }, 'request failed')
  const { cause } = JSON.parse(lines[0] ?? '').err
  expect(cause).toMatchObject({
    kind: 'RangeError',
    at: [expect.stringContaining('pdf-template.ts'), ...cause.at.slice(1)],
  })
  expect(lines[0]).not.toContain('cannot be made')
})

test('removes a document from the queue when its client disconnects', async () => {
  press = createRenderPool(calm)
  const abortController = new AbortController()
  const first = press.picture(maker, {})
  const given = press.picture(maker, { does: 'exit' }, { abortSignal: abortController.signal })
  const last = press.picture(maker, {})
  abortController.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect((await Promise.all([first, last])).map(({ length }) => length > 0)).toEqual([true, true])
})

test('recycles a worker after its documents and produces the same bytes', async () => {
  press = createRenderPool({ ...calm, documentsPerPrinter: 1 })
  const made = new Set<string>()
  const processes = new Set<string>()
  while (processes.size < 2) {
    made.add(Buffer.from(await press.pdf(maker, {})).toString('base64'))
    processes.add(Buffer.from(await press.pdf(maker, { does: 'say process' })).toString('base64'))
  }
  expect(made.size).toBe(1)
})

test('a closing pool finishes queued documents', async () => {
  press = createRenderPool(calm)
  const orders = [{}, {}, {}].map((facts) => press.pdf(maker, facts))
  await press.close()
  expect((await Promise.all(orders)).every(({ length }) => length > 0)).toBe(true)
})
