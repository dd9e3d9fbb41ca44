import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { searchPatients } from '#cases/contract.ts'
import { sealAuditEntries, verifyAuditChain } from '#platform/db/audit-chain-queries.ts'
import { execute, queryRows, sql } from '#platform/db/database.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { collectEntries, forged, recordRefusals } from '#test-support/refusal-fixture.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
beforeAll(async () => {
  portal = await openCasePortal()
})
afterAll(() => portal.close())

const search = (headers: Record<string, string>, from: { remoteAddress?: string } = {}) =>
  portal.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sample' }, { headers, ...from })

const row = z.object({ actor: z.string(), address: z.string(), endpoint: z.string(), requests: z.number() })
const waiting = () =>
  queryRows(
    portal.databaseContext.owner,
    row,
    sql`select actor, address, endpoint, requests from refused_request order by requests desc`,
  )

test('five hundred requests from one IPv6 network are one row', async () => {
  const entries = await collectEntries(portal, async () => {
    for (const host of Array.from({ length: 500 }, (_, at) => at.toString(16)))
      await search(forged, { remoteAddress: `2001:db8:1:2::${host}` })
    await portal.app.refusedRequests.flush()
    expect(await waiting()).toMatchObject([{ address: '2001:db8:1:2::/64', requests: 500 }])
  })
  expect(entries).toMatchObject([{ address: '2001:db8:1:2::/64', detail: { requests: 500 } }])
})

test('responses do not wait for the counts, and counts that the database rejected are added later', async () => {
  const { owner } = portal.databaseContext
  const entries = await collectEntries(portal, async () => {
    await execute(owner, sql`revoke insert on refused_request from portal_app`)
    expect((await search(forged)).statusCode).toBe(401)
    await expect(portal.app.refusedRequests.flush()).rejects.toThrow('permission denied')
    await execute(owner, sql`grant insert on refused_request to portal_app`)
    expect((await search(forged)).statusCode).toBe(401)
  })
  expect(entries).toMatchObject([{ detail: { requests: 2 } }])
})

test('a minute of two processes is one entry, which is moved once and only when it is over', async () => {
  const other = await portal.another()
  const entries = await collectEntries(portal, async (clock) => {
    await search(forged)
    clock.forward({ seconds: 2 })
    await other.inject({ method: 'POST', url: searchPatients.path, headers: forged, payload: {} })
    await Promise.all([portal.app.refusedRequests.flush(), other.refusedRequests.flush()])
    await recordRefusals(portal)
    expect(await waiting()).toMatchObject([{ requests: 2 }])
    clock.forward({ minutes: 2 })
    await Promise.all([recordRefusals(portal), recordRefusals(portal)])
    expect(await waiting()).toEqual([])
  })
  await other.close()
  expect(entries).toMatchObject([{ detail: { requests: 2 } }])
  const { first, last } = entries[0]?.detail ?? { first: '', last: '' }
  expect(Date.parse(last) - Date.parse(first)).toBe(2000)
})

test('the chain of the audit trail holds with these entries', async () => {
  await collectEntries(portal, () => search(forged))
  const { owner } = portal.databaseContext
  await sealAuditEntries(owner)
  expect(await verifyAuditChain(owner)).toMatchObject({ faults: [], waiting: 0 })
})

test('a flood from a thousand addresses is a bounded number of entries that lose no request and no person', async () => {
  const { cookie, userId } = await portal.staffOf('acme')
  const addresses = Array.from({ length: 1000 }, (_, at) => `198.18.${at >> 8}.${at & 255}`)
  // A server of its own: the bound holds for all requests of a process in a minute.
  const server = await portal.another()
  const send = (remoteAddress: string, headers: Record<string, string>) =>
    server.inject({ method: 'POST', url: searchPatients.path, payload: {}, remoteAddress, headers })
  const entries = await collectEntries({ ...portal, app: server }, async () => {
    await Promise.all(addresses.map((address) => send(address, forged)))
    await send('198.18.0.1', { ...forged, cookie })
  })
  await server.close()
  expect(entries).toHaveLength(202)
  expect(entries.filter(({ actor }) => actor === userId)).toHaveLength(1)
  expect(entries.filter(({ address }) => address === null)).toMatchObject([
    { actor: 'visitor', subject: 'staff endpoints', detail: { requests: 800 } },
  ])
  expect(entries.reduce((sum, { detail }) => sum + detail.requests, 0)).toBe(1001)
})
