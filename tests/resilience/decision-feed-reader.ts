import { setTimeout as pause } from 'node:timers/promises'
import { listDecisions } from '#authorizations/backoffice-contract.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'

type Delivered = { id: string; itn: string; atMs: number }

/** Creates a back office that reads the decision feed of a portal, which may be down. */
export async function createFeedReader({ owner }: DatabaseContext, address: string, name: string) {
  const asked = { name, may: 'decisions', clientIds: undefined, actor: 'scenario' } as const
  const token = await createServiceToken(owner, asked)
  const delivered: Delivered[] = []
  let isStopped = false

  /** Reads the decisions after those delivered so far. Returns how many there were. */
  async function read(): Promise<number> {
    const url = `${address}${listDecisions.path}?after=${delivered.at(-1)?.id ?? ''}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const { decisions } = listDecisions.response.parse(await answer.json())
    const atMs = Date.now()
    for (const { id, itn } of decisions) delivered.push({ id, itn, atMs })
    return decisions.length
  }

  return {
    /** The decisions so far, in order. */
    delivered: (prefix = '') => delivered.filter(({ itn }) => itn.startsWith(prefix)),
    read,
    async readToEnd() {
      while ((await read()) > 0);
    },
    /** Reads again and again until `stop`. */
    async follow() {
      while (!isStopped) {
        await read().catch(() => 0)
        await pause(20)
      }
    },
    stop() {
      isStopped = true
    },
  }
}
export type FeedReader = Awaited<ReturnType<typeof createFeedReader>>
