import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { execute, inTransaction, queryRow, sql, withScope } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { importText, withEveryClient } from '#test-support/authorization-fixture.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { submitItn } from '../../backoffice-contract.ts'
import { readItn, receiveItn } from '../backoffice/receive-itn.ts'
import { messages } from './import-messages.ts'
import { itnImport } from './itn-import.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
let token: string
let pdf: string
beforeAll(async () => {
  portal = await openPortal()
  await addClient(portal, 'acme', ['ACME1'], { clientAuth: true, authorizers: 'all' })
  await addClient(portal, 'other', ['OTHER1'], { clientAuth: true, authorizers: 'all' })
  const asked = { name: 'intake', may: 'itns', clientIds: ['acme'], actor: 'test' } as const
  token = await createServiceToken(portal.databaseContext.owner, asked)
  pdf = Buffer.from(await makePdf(['Bill'])).toString('base64')
  await makeImportsHoldable()
})
afterAll(() => portal.close())

type Bill = { itn: string; client?: string; receivedAt: string; totalCharge: string }
const bill = ({ client = 'ACME1', ...given }: Bill) => ({
  client,
  patientName: 'Sampleton, Ada',
  providerName: 'Mercy Hospital',
  policy: null,
  hmo: null,
  serviceFrom: '2026-03-04',
  serviceTo: '2026-03-09',
  currency: 'USD',
  incidentNumber: null,
  ...given,
})
const newer = { receivedAt: '2026-03-12T12:00:00Z', totalCharge: '900' }
const older = { receivedAt: '2026-03-10T12:00:00Z', totalCharge: '5' }

/** Imports a file with a bill. */
function importBill(given: Bill) {
  const fields = Object.entries(bill(given))
  const line = fields.map(([, value]) => `"${value ?? ''}"`)
  return importText(
    portal.databaseContext,
    itnImport,
    `${fields.map(([name]) => name).join(',')}\n${line.join(',')}\n`,
  )
}

const stored = z.object({ client: z.string(), round: z.number(), charge: z.string() })
const findBill = (itn: string) =>
  withEveryClient(portal.databaseContext.owner, (db) =>
    queryRow(
      db,
      stored,
      sql`
      select client_code as client, round, total_charge::text as charge from authorization_request where itn = ${itn}`,
    ),
  )

/** Waits until as many sessions of the database wait for a lock. */
const waitForWaiting = (count: number) =>
  expect
    .poll(
      async () => {
        const waiting = await queryRow(
          portal.databaseContext.owner,
          z.object({ count: z.number() }),
          sql`
          select count(distinct l.pid)::int as count
            from pg_locks l
            join pg_stat_activity a on a.pid = l.pid
           where a.datname = current_database() and not l.granted`,
        )
        return waiting?.count
      },
      { timeout: 30_000 },
    )
    .toBe(count)

test.each([
  ['the same client', 'ACME1'],
  ['another client', 'OTHER1'],
])(
  'a file with a bill that a program is adding for %s at the same time changes nothing',
  async (_whose, client) => {
    const itn = `FILE-${client}`
    const [hold, isHeld] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const fields = bill({ itn, ...newer })
    const received = readItn(fields, Buffer.from('pdf'), ['ACME1'])
    const document = {
      sha256: 'a'.repeat(64),
      pages: 1,
      keep: () => {
        isHeld.resolve()
        return hold.promise
      },
    }
    const caller = { actor: 'service intake', address: '', reference: 'test', service: 'intake' }
    const receiving = withScope(portal.db, scopeOfCodes(['ACME1']), (scoped) =>
      receiveItn(scoped, received, document, caller),
    )
    await isHeld.promise
    const importing = importBill({ itn, client, ...older }).catch((error: Error) => error.message)
    await waitForWaiting(1)
    hold.resolve()
    expect(await receiving).toEqual({ round: 1, outcome: 'added' })
    expect(await importing).toBe(messages.changedMeanwhile)
    expect(await findBill(itn)).toEqual({ client: 'ACME1', round: 1, charge: '900.00' })
  },
)

/** Sends a bill; `app.inject` alone would wait until somebody awaits it. */
const submit = async (given: Bill) =>
  portal.call(submitItn, { ...bill(given), pdf }, { headers: { authorization: `Bearer ${token}` } })

/** Keeps imports from ending until the work is done: each records its end last, in the transaction of its rows. */
const withHeldImports = (work: () => Promise<unknown>) =>
  inTransaction(portal.databaseContext.owner, async (db) => {
    await execute(db, sql`select pg_advisory_xact_lock(1)`)
    await work()
  })

/** Lets the end of an import wait for the lock of `withHeldImports`. */
async function makeImportsHoldable() {
  const { owner } = portal.databaseContext
  await execute(
    owner,
    sql`
    create function wait_for_end() returns trigger language plpgsql
    as 'begin perform pg_advisory_xact_lock(1); return new; end'`,
  )
  await execute(
    owner,
    sql`create trigger hold before update on import_run for each row execute function wait_for_end()`,
  )
}

test.each([
  ['the same client', 'ACME1', 'was received again later'],
  ['another client', 'OTHER1', 'in use by another client'],
])(
  'a bill that a program sends while a file adds it for %s is rejected by what the file says',
  async (_whose, client, words) => {
    const itn = `PROGRAM-${client}`
    const requests: [ReturnType<typeof importBill>, ReturnType<typeof submit>][] = []
    await withHeldImports(async () => {
      const importing = importBill({ itn, client, ...newer })
      await waitForWaiting(1)
      const headers = { authorization: `Bearer ${token}` }
      requests.push([importing, portal.call(submitItn, { ...bill({ itn, ...older }), pdf }, { headers })])
      await waitForWaiting(2)
    })
    const [[importing, submitting] = []] = requests
    expect(await importing).toMatchObject({ added: 1, rejects: [] })
    const response = await submitting
    expect([response?.statusCode, response?.json().detail]).toEqual([409, expect.stringContaining(words)])
    expect(await findBill(itn)).toEqual({ client, round: 1, charge: '900.00' })
  },
)
