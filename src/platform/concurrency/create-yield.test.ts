import { afterEach, expect, test, vi } from 'vitest'
import { createYield } from './create-yield.ts'

afterEach(() => vi.restoreAllMocks())

/** A clock that a test moves. */
function stopClock() {
  const clock = { ms: 0 }
  vi.spyOn(performance, 'now').mockImplementation(() => clock.ms)
  return clock
}

test('a loop continues at once until its time slice of 5 ms is over', () => {
  const clock = stopClock()
  const yieldIfDue = createYield()
  clock.ms = 4.9
  expect(yieldIfDue()).toBeUndefined()
  clock.ms = 5
  expect(yieldIfDue()).toBeInstanceOf(Promise)
})

test('a loop whose time slice is over waits for other work, and then has a new one', async () => {
  const clock = stopClock()
  const order: string[] = []
  const yieldIfDue = createYield()
  setImmediate(() => {
    order.push('other work')
    clock.ms += 100
  })
  clock.ms = 5
  await yieldIfDue()
  order.push('loop')
  expect(order).toEqual(['other work', 'loop'])
  clock.ms += 4.9
  expect(yieldIfDue()).toBeUndefined()
})

test('loops that share the function share a time slice', async () => {
  const clock = stopClock()
  const yieldIfDue = createYield()
  const steps: string[] = []
  const run = async (name: string) => {
    for (let step = 0; step < 3; step += 1) {
      await yieldIfDue()
      clock.ms += 5
      steps.push(name)
    }
  }
  const between: number[] = []
  setImmediate(() => between.push(steps.length))
  await Promise.all([run('one'), run('two')])
  expect(steps.toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two'])
  expect(between[0]).toBeLessThanOrEqual(2)
})
