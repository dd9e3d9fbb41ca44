import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { everything } from '#test-support/client-configuration.ts'
import { stubApi } from '#test-support/stub-api.ts'
import { type ClientConfiguration, getClientConfiguration } from '../contract.ts'
import {
  isInternalStore,
  lastClientStore,
  loadCurrentConfiguration,
  refetchOnNewVersion,
} from './configuration-store.ts'

const alpine = { id: 'alpine', label: 'Alpine Travel Insurance' }
const configuration: ClientConfiguration = {
  ...everything,
  clientName: alpine.label,
  clientCodes: { ALP1: 'ALP1', ALP2: 'ALP2' },
  providerSearches: [],
}

const values = new Map<string, string>()

/** The client codes of the configuration in the browser's storage. */
const readCodes = () => {
  const entry = JSON.parse(values.get('clientConfiguration') ?? 'null')
  return entry && Object.keys(entry.configuration.clientCodes)
}

beforeEach(() => {
  values.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => values.set(key, text),
    removeItem: (key: string) => values.delete(key),
  })
  tokenStore.set({ token: 'a-token', exp: 4_000_000_000, name: 'Albert Alpine' })
  isInternalStore.set(false)
  lastClientStore.set(alpine)
})

/** Loads the configuration as a page does that has just opened. */
const open = (queries = new QueryClient()) => loadCurrentConfiguration(queries, alpine)

test('the configuration is fetched again after one hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const api = stubApi()
  api.reply(getClientConfiguration, configuration)
  await open()
  vi.advanceTimersByTime(3_599_000)
  expect(await open()).toEqual(configuration)
  expect(api.requests(getClientConfiguration)).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  await open()
  expect(api.requests(getClientConfiguration)).toHaveLength(2)
})

test('a changed permission updates the stored configuration with the next response', async () => {
  const api = stubApi()
  api.reply(getClientConfiguration, configuration)
  const queries = new QueryClient()
  await open(queries)
  refetchOnNewVersion(queries, '1')
  expect(api.requests(getClientConfiguration)).toHaveLength(1)
  api.reply(getClientConfiguration, { ...configuration, clientCodes: { ALP2: 'ALP2' }, version: '2' })
  refetchOnNewVersion(queries, '2')
  await expect.poll(readCodes).toEqual(['ALP2'])
  queries.clear()
})

test('a configuration that arrives after the logout is not stored', async () => {
  const api = stubApi()
  api.reply(getClientConfiguration, configuration)
  const release = api.hold(getClientConfiguration)
  const loading = open()
  tokenStore.remove()
  release()
  await loading
  expect(values.has('clientConfiguration')).toBe(false)
})
