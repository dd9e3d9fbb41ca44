import { expect, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { startPollWorker } from './poll-worker.ts'

test('logs a failed round and starts the next one', async () => {
  const lines: string[] = []
  const second = Promise.withResolvers<void>()
  let rounds = 0
  const worker = startPollWorker({
    intervalMs: 1,
    poll: async () => {
      rounds += 1
      if (rounds === 1) throw new Error('no connection')
      second.resolve()
    },
    log: openLog('info', { write: (line) => lines.push(line) }),
    failure: 'failed to poll',
  })
  await second.promise
  await worker.stop()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
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
