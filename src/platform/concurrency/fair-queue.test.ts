import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const messages = { full: 'full', shareFull: 'share full' }

/** Work that ends on demand, and the users whose work has started, in order. */
function createFixture(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const enqueue = createFairQueue({
    concurrency: 2,
    concurrencyPerKey: 1,
    maxQueued: 4,
    maxQueuedPerKey: 3,
    messages,
    ...limits,
  })
  const begun: string[] = []
  const order = (person: string, abortSignal?: AbortSignal) => {
    const { promise, resolve: end, reject: fail } = Promise.withResolvers<void>()
    const work = () => {
      begun.push(person)
      return promise
    }
    return { done: enqueue({ key: person, ...(abortSignal && { abortSignal }) }, work), end, fail }
  }
  return { begun, order }
}
const settled = () => new Promise(setImmediate)

test('leaves a slot for other users, however much one user enqueues', async () => {
  const { begun, order } = createFixture()
  const [first] = ['ann', 'ann', 'ann'].map((person) => order(person))
  await settled()
  expect(begun).toEqual(['ann'])
  order('bob')
  await settled()
  expect(begun).toEqual(['ann', 'bob'])
  first?.end()
  await first?.done
  await settled()
  expect(begun).toEqual(['ann', 'bob', 'ann'])
})

test('serves waiting users in turn', async () => {
  const { begun, order } = createFixture({ concurrency: 1 })
  const orders = ['ann', 'ann', 'ann', 'bob'].map((person) => order(person))
  for (const { end } of orders) end()
  await Promise.all(orders.map(({ done }) => done))
  expect(begun).toEqual(['ann', 'ann', 'bob', 'ann'])
})

test('rejects work beyond the limits per user and in total', async () => {
  const { order } = createFixture({ concurrency: 0 })
  for (const person of ['ann', 'ann', 'ann']) void order(person)
  await expect(order('ann').done).rejects.toMatchObject({ status: 429 })
  void order('bob')
  await expect(order('cid').done).rejects.toMatchObject({ status: 503 })
})

test('removes queued work when its client disconnects', async () => {
  const { begun, order } = createFixture({ concurrency: 1 })
  const gone = new AbortController()
  const first = order('ann')
  const left = order('bob', gone.signal)
  order('cid')
  gone.abort(new Error('gone'))
  await expect(left.done).rejects.toThrow('gone')
  first.end()
  await settled()
  expect(begun).toEqual(['ann', 'cid'])
})

test('releases the slot of failed work', async () => {
  const { begun, order } = createFixture({ concurrency: 1 })
  const failing = order('ann')
  order('bob')
  failing.fail(new Error('no'))
  await expect(failing.done).rejects.toThrow('no')
  await settled()
  expect(begun).toEqual(['ann', 'bob'])
})

test('without a queue, work runs at once or is rejected', async () => {
  const { begun, order } = createFixture({ concurrency: 3, maxQueued: 0, maxQueuedPerKey: 0, retryAfter: 30 })
  const first = order('ann')
  await expect(order('ann').done).rejects.toMatchObject({ status: 429, members: { retryAfter: 30 } })
  order('bob')
  await settled()
  expect(begun).toEqual(['ann', 'bob'])
  first.end()
  await first.done
  order('ann')
  await settled()
  expect(begun).toEqual(['ann', 'bob', 'ann'])
})
