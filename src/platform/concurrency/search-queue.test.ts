import { expect, test } from 'vitest'
import { problemMessages } from '../http/problem-messages.ts'
import { createSearchQueue } from './fair-queue.ts'

const stays = new AbortController().signal

/** Searches that end on demand. */
function createFixture(atOnce: number) {
  const enqueue = createSearchQueue(atOnce)
  const running: { name: string; end: () => void }[] = []
  return {
    running: () => running.map(({ name }) => name),
    end: async (name: string) => {
      const at = running.findIndex((each) => each.name === name)
      running.splice(at, 1)[0]?.end()
      await settled()
    },
    search: (name: string, visitor = 'one', abortSignal = stays) => {
      const work = () => new Promise<string>((resolve) => running.push({ name, end: () => resolve(name) }))
      return enqueue({ key: visitor, abortSignal }, work)
    },
    enqueue,
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('rejects a search beyond the queue limit', async () => {
  const { search } = createFixture(2)
  for (let i = 0; i < 2 + 2 * 16; i += 1) search(`${i}`)
  await expect(search('one more')).rejects.toThrow(problemMessages.tooManySearches)
  search('of somebody else', 'other')
})

test('skips disconnected clients and removes clients that disconnect while waiting', async () => {
  const { search, end, running } = createFixture(1)
  search('first')
  const abortController = new AbortController()
  const gone = search('gone', 'one', abortController.signal)
  search('last')
  abortController.abort()
  await expect(gone).rejects.toThrow('aborted')
  await expect(search('late', 'one', AbortSignal.abort())).rejects.toThrow('aborted')
  await end('first')
  expect(running()).toEqual(['last'])
})

test('limits concurrent searches per visitor without delaying other visitors', async () => {
  const { search, end, running } = createFixture(2)
  const searches = ['a', 'b', 'c', 'd'].map((name) => search(name))
  search('x', 'other')
  await settled()
  expect(running()).toEqual(['a', 'b', 'x'])
  await end('b')
  expect(running()).toEqual(['a', 'x', 'c'])
  await end('a')
  expect(running()).toEqual(['x', 'c', 'd'])
  await end('d')
  await end('c')
  expect(await Promise.all(searches)).toEqual(['a', 'b', 'c', 'd'])
  search('e')
  search('f')
  await settled()
  expect(running()).toEqual(['x', 'e', 'f'])
})

test('a failed search releases its slot', async () => {
  const { search, enqueue, running } = createFixture(1)
  const failing = enqueue({ key: 'one', abortSignal: stays }, () => Promise.reject(new Error('no')))
  search('next')
  await expect(failing).rejects.toThrow('no')
  expect(running()).toEqual(['next'])
})
