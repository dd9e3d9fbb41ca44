import { z } from 'zod'
import { listDecisions } from '#authorizations/contract.ts'
import { queryRow, sql } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'

const records = z.object({
  decisions: z.array(z.string()),
  messages: z.array(z.string()),
  audits: z.array(z.string()),
})

/** Lists the ITNs with this prefix: one for each decision, each message and each audit entry. */
export async function findRecords({ owner }: DatabaseContext, prefix: string) {
  const begin = `${prefix}-%`
  const found = await owner.transaction().execute(async (scoped) => {
    await sql`select set_config('portal.client_codes', 'ALP1,ALP2,ALP3', true)`.execute(scoped)
    return queryRow(
      scoped,
      records,
      sql`
      select (select coalesce(json_agg(itn order by itn), '[]') from authorization_decision where itn like ${begin}) as decisions,
             (select coalesce(json_agg(itn order by itn), '[]') from decision_message where itn like ${begin}) as messages,
             (select coalesce(json_agg(subject order by subject), '[]') from audit_event
               where action = 'authorization decided' and subject like ${begin}) as audits`,
    )
  })
  return found ?? { decisions: [], messages: [], audits: [] }
}

/** All ITNs in the decision feed, by decision id. */
export async function listFeedDecisions(address: string, token: string): Promise<Map<string, string>> {
  const delivered = new Map<string, string>()
  for (let after = ''; ; ) {
    const url = `${address}${listDecisions.path}?after=${after}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    const { decisions } = listDecisions.response.parse(await answer.json())
    for (const { id, itn } of decisions) delivered.set(id, itn)
    const last = decisions.at(-1)
    if (!last) return delivered
    after = last.id
  }
}
