import type { Adapter, AdapterPayload } from 'oidc-provider'
import { now } from '#platform/contract/clock.ts'

type Entry = { payload: AdapterPayload; until: number }

const maxEntries = 10_000

/**
 * In-memory storage of the identity provider. After a restart, people sign in to it again, and their portal sessions
 * continue.
 */
export function createProviderStore(): (model: string) => Adapter {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const found = entries.get(key)
    if (found && found.until > now().getTime()) return found.payload
    entries.delete(key)
    return undefined
  }
  const findKeys = (matches: (payload: AdapterPayload) => boolean) =>
    [...entries].filter(([, { payload }]) => matches(payload)).map(([key]) => key)

  return (model) => {
    const entryKey = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn = 0) {
        const [oldest] = entries.keys()
        if (entries.size >= maxEntries && oldest) entries.delete(oldest)
        entries.set(entryKey(id), { payload, until: now().getTime() + expiresIn * 1000 })
      },
      find: async (id) => read(entryKey(id)),
      findByUid: async (uid) => read(findKeys((payload) => payload.uid === uid)[0] ?? ''),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(entryKey(id))
        if (payload) payload.consumed = Math.floor(now().getTime() / 1000)
      },
      async destroy(id) {
        entries.delete(entryKey(id))
      },
      async revokeByGrantId(grantId) {
        for (const key of findKeys((payload) => payload.grantId === grantId)) entries.delete(key)
      },
    }
  }
}
