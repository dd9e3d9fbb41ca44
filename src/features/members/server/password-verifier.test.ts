import { verify } from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { messages } from '../messages.ts'
import { createPasswordVerifier, dummyHash, hashPassword } from './passwords.ts'

vi.mock('@node-rs/argon2', { spy: true })

const neverAborted = new AbortController().signal
const from = (address: string, abortSignal = neverAborted) => ({ key: address, abortSignal })
const password = 'a horse, a battery and a staple'

test('without a hash, checks a dummy hash and rejects every password', async () => {
  const verifier = createPasswordVerifier(1)
  expect(await verifier.matches(password, undefined, from('a'))).toBe(false)
  expect(vi.mocked(verify)).toHaveBeenCalledExactlyOnceWith(dummyHash, password)
  const hash = await hashPassword(password)
  expect(await verifier.matches(password, hash, from('a'))).toBe(true)
  expect(await verifier.matches(`${password}.`, hash, from('a'))).toBe(false)
})

test('the dummy hash has the same cost as every hash: argon2id, 19 MiB, two passes, one lane', async () => {
  const hashCost = (hash: string) => hash.split('$').slice(1, 4).join('$')
  expect(hashCost(dummyHash)).toBe('argon2id$v=19$m=19456,t=2,p=1')
  expect(hashCost(await hashPassword(password))).toBe(hashCost(dummyHash))
  expect(await verify(dummyHash, password)).toBe(false)
})

test('treats composed and decomposed letters as equal', async () => {
  const hash = await hashPassword('München ist eine Stadt'.normalize('NFC'))
  const typed = 'München ist eine Stadt'.normalize('NFD')
  expect(await createPasswordVerifier(1).matches(typed, hash, from('a'))).toBe(true)
})

test('limits waiting requests per address, serves addresses in turn and skips aborted requests', async () => {
  const verifier = createPasswordVerifier(1)
  const ended: string[] = []
  const ask = (address: string, abortSignal?: AbortSignal) =>
    verifier.matches(password, undefined, from(address, abortSignal)).then(
      () => ended.push(address),
      (error: Error & { status?: number }) => ended.push(`${address} ${error.status ?? 'gone'}`),
    )
  const abortController = new AbortController()
  const all = [
    ...Array.from({ length: 18 }, () => ask('crowd')),
    ask('left', abortController.signal),
    ask('other'),
  ]
  abortController.abort()
  await Promise.all(all)
  expect(ended.filter((each) => each === 'crowd 429')).toHaveLength(1)
  expect(ended.filter((each) => each === 'crowd')).toHaveLength(17)
  expect(ended).toContain('left gone')
  expect(ended.indexOf('other')).toBeLessThan(6)
})

test('rejects with Retry-After when the queue is full', async () => {
  vi.mocked(verify).mockResolvedValue(false)
  const verifier = createPasswordVerifier(1)
  const all = Array.from({ length: 514 }, (_, at) =>
    verifier.matches(password, undefined, from(`address ${at}`)),
  )
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([{ status: 503, message: messages.busy, members: { retryAfter: 5 } }])
})
