import { listDecisions } from '#authorizations/backoffice-contract.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import type { openPortal } from './portal-fixture.ts'

type Portal = Pick<Awaited<ReturnType<typeof openPortal>>, 'call' | 'databaseContext'>

/** The feed of decisions as a program with a new token reads it. */
export async function openFeed(
  { call, databaseContext: { owner } }: Portal,
  name: string,
  clientIds?: string[],
) {
  const token = await createServiceToken(owner, { name, may: 'decisions', clientIds, actor: 'test' })
  const request = (after = '') =>
    call(listDecisions, { after }, { headers: { authorization: `Bearer ${token}` } })
  const read = async (after?: string) => listDecisions.response.parse((await request(after)).json()).decisions
  return {
    request,
    read,
    readItns: async (after?: string) => (await read(after)).map(({ itn }) => itn),
    /** Reads the feed to its end, and acknowledges what was read. */
    readAll: async () => {
      const last = (await read()).at(-1)?.id
      await read(last)
      return last
    },
  }
}
