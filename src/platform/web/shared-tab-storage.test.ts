import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestTabValues, shareTabValues } from './shared-tab-storage.ts'
import { staffPrefix } from './storage.ts'

const clientKey = `${staffPrefix}client`

/** Another tab: the messages that it receives, and what it sends. */
let otherTab: BroadcastChannel
let received: unknown[]
beforeEach(() => {
  const stored = new Map<string, string>()
  const area = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(area, { ownKeys: () => [...stored.keys()], getOwnPropertyDescriptor: () => enumerable }),
  )
  received = []
  otherTab = new BroadcastChannel('portal-kept')
  otherTab.onmessage = ({ data }) => received.push(data)
})
const enumerable = { enumerable: true, configurable: true }
afterEach(() => {
  otherTab.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const respond = (source: 'results' | 'elsewhere', client: string) =>
  otherTab.postMessage({ type: 'response', key: 'K1', source, texts: { [clientKey]: client, other: 'x' } })

test('a tab in the background, whose timers wait, answers at once', async () => {
  sessionStorage.setItem(clientKey, 'alpine')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  shareTabValues((key) => (key === 'K1' ? 'elsewhere' : undefined))
  otherTab.postMessage({ type: 'request', key: 'K2' })
  otherTab.postMessage({ type: 'request', key: 'K1' })
  await expect.poll(() => received.length).toBeGreaterThan(0)
  expect(received).toEqual([
    { type: 'response', key: 'K1', source: 'elsewhere', texts: { [clientKey]: 'alpine' } },
  ])
})

test.each([
  ['the only answer', ['elsewhere alpine'], 'alpine'],
  ['the answer with results, even if it is later', ['elsewhere lagoon', 'results alpine'], 'alpine'],
  ['nothing without an answer', [], null],
])('a new tab takes %s', async (_what, responses, client) => {
  const taken = requestTabValues('K1')
  await expect.poll(() => received.length).toBeGreaterThan(0)
  for (const answer of responses) {
    const [source, name = ''] = answer.split(' ') as ['results' | 'elsewhere', string]
    respond(source, name)
  }
  await taken
  expect(sessionStorage.getItem(clientKey)).toBe(client)
  expect(sessionStorage.getItem('other')).toBeNull()
})

test('a tab with values keeps them and does not ask', async () => {
  sessionStorage.setItem(clientKey, 'lagoon')
  await requestTabValues('K1')
  expect(sessionStorage.getItem(clientKey)).toBe('lagoon')
  expect(received).toEqual([])
})
