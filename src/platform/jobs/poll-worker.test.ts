import { expect, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { startPollWorker } from './poll-worker.ts'

test('logs the first of several failed rounds and the recovery', async () => {
  const lines: string[] = []
  const end = Promise.withResolvers<void>()
  let rounds = 0
  const worker = startPollWorker({
    intervalMs: 1,
    poll: async () => {
      rounds += 1
      if (rounds === 6) end.resolve()
      if ([1, 2, 3, 6].includes(rounds)) throw new Error('no connection')
    },
    log: openLog('info', { write: (line) => lines.push(line) }),
    failure: 'failed to poll',
  })
  await end.promise
  await worker.stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { msg: 'failed to poll', err: { kind: 'Error' } },
    { msg: 'failed to poll: recovered' },
    { msg: 'failed to poll', err: { kind: 'Error' } },
  ])
})

test('stopping aborts the signal, ends the wait for the next round and waits for the current one', async () => {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let hasEnded = false
  const worker = startPollWorker({
    intervalMs: 3_600_000,
    poll: async (stopping) => {
      stopping.addEventListener('abort', () => end.resolve())
      begun.resolve()
      await end.promise
      hasEnded = true
    },
    log: openLog('silent'),
    failure: 'failed to poll',
  })
  await begun.promise
  await worker.stop()
  expect(hasEnded).toBe(true)
})
