import { expect, onTestFinished, test, vi } from 'vitest'
import { dayMs, setClock } from '../contract/clock.ts'
import { dailyByKey } from './daily-by-key.ts'

const { signal } = new AbortController()

test('works until nothing is left, again with another key, and once a day', async () => {
  let [keyId, time] = ['one', 0]
  onTestFinished(setClock(() => new Date(time)))
  const reencrypt = vi.fn(async () => false)
  const round = dailyByKey(() => keyId, reencrypt)
  await round(signal)
  reencrypt.mockResolvedValue(true)
  for (const _again of [1, 2]) await round(signal)
  expect(reencrypt).toHaveBeenCalledTimes(2)
  keyId = 'other'
  for (const _again of [1, 2]) await round(signal)
  expect(reencrypt).toHaveBeenLastCalledWith('other', signal, expect.any(Function))
  expect(reencrypt).toHaveBeenCalledTimes(3)
  time = dayMs - 1
  await round(signal)
  expect(reencrypt).toHaveBeenCalledTimes(3)
  time = dayMs
  await round(signal)
  expect(reencrypt).toHaveBeenCalledTimes(4)
})
