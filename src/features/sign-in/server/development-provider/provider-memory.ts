import type { Adapter, AdapterPayload } from 'oidc-provider'
import { now } from '#platform/contract/clock.ts'

type Kept = { payload: AdapterPayload; until: number }

const mostKept = 10_000

/**
 * In-memory storage of the identity provider: after a restart people sign in to it again, and the portal sessions
 * continue.
 */
export function providerMemory(): (model: string) => Adapter {
  const kept = new Map<string, Kept>()
  const read = (key: string) => {
    const found = kept.get(key)
    if (found && found.until > now().getTime()) return found.payload
    kept.delete(key)
    return undefined
  }
  const where = (holds: (payload: AdapterPayload) => boolean) =>
    [...kept].filter(([, { payload }]) => holds(payload)).map(([key]) => key)

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn = 0) {
        const [oldest] = kept.keys()
        if (kept.size >= mostKept && oldest) kept.delete(oldest)
        kept.set(keyOf(id), { payload, until: now().getTime() + expiresIn * 1000 })
      },
      find: async (id) => read(keyOf(id)),
      findByUid: async (uid) => read(where((payload) => payload.uid === uid)[0] ?? ''),
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(now().getTime() / 1000)
      },
      async destroy(id) {
        kept.delete(keyOf(id))
      },
      async revokeByGrantId(grantId) {
        for (const key of where((payload) => payload.grantId === grantId)) kept.delete(key)
      },
    }
  }
}
