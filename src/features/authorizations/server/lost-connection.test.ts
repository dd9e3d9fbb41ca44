import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRow, queryRows, sql } from '#platform/db/database.ts'
import { addPendingBills, withEveryClient } from '#test-support/authorization-fixture.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { addClient, signInStaff } from '#test-support/sign-in-fixture.ts'
import { processAuthorization } from '../contract.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
})
afterAll(() => portal.close())

/** Returns a function that lists the connections waiting to write to a table. */
const listWaitingWriters = (table: string) => () =>
  queryRows(
    portal.databaseContext.owner,
    z.object({ pid: z.number() }),
    sql`select pid from pg_locks where not granted and relation = ${table}::regclass`,
  )

/** Counts the rows for an ITN: decision, feed event, audit entry and idempotent response. */
const countWritten = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, async (db) => {
    const row = await queryRow(
      db,
      z.object({ counts: z.array(z.number()) }),
      sql`
      select array[(select count(*) from authorization_decision where itn = ${itn}),
                   (select count(*) from decision_message where itn = ${itn}),
                   (select count(*) from audit_event where subject = ${itn}),
                   (select count(*) from decision_answer)]::int[] as counts`,
    )
    return row?.counts
  })

test.each(['decision_message', 'audit_event', 'decision_answer'])(
  'losing the connection before %s is written returns 503 and leaves nothing behind, and a retry succeeds',
  async (table) => {
    const { headers } = await signInStaff(portal, 'acme')
    const itn = `CUT-${table.replaceAll('_', '-')}`
    await addPendingBills(portal.databaseContext.owner, [{ itn, client: 'ACME1' }])
    const before = await countWritten(itn)
    const request = { itn, denialCode: '0188', idempotencyKey: itn }
    const send = () => portal.call(processAuthorization, request, { headers })

    const response = await inTransaction(portal.databaseContext.owner, async (lockingDb) => {
      await execute(lockingDb, sql`lock table ${sql.table(table)} in exclusive mode`)
      const sent = send()
      await expect.poll(listWaitingWriters(table), { interval: 10 }).toHaveLength(1)
      for (const { pid } of await listWaitingWriters(table)())
        await execute(portal.db, sql`select pg_terminate_backend(${pid})`)
      return sent
    })
    expect(response.json()).toMatchObject({ status: 503, statusCode: 503 })
    expect(await countWritten(itn)).toEqual(before)

    expect((await send()).statusCode).toBe(200)
    expect((await send()).statusCode).toBe(200)
    expect((await countWritten(itn))?.slice(0, 3)).toEqual([1, 1, 1])
  },
)
