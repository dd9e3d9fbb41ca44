import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import {
  checkArchiving,
  checkHosts,
  checkReplica,
  checkStandby,
  judgeHosts,
  judgeStandby,
} from './standby-checks.ts'

const { superuser } = inject('testServer')
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterAll(() => database.drop())

test.each([
  ['a server that accepts writes as not a replica', String(superuser.host), 'failed', 'accepts writes'],
  ['an unreachable server as a replica that cannot be used', '/nowhere', 'warning', '(ENOENT)'],
])('reports %s', async (_what, host, status, found) => {
  const { user, password, port } = superuser
  const url = `postgres://${user}:${password}@localhost/${database.name}?host=${encodeURIComponent(host)}&port=${port}`
  expect(await checkReplica(database.databaseContext.app, url, 1)).toMatchObject({
    status,
    found: expect.stringContaining(found),
    advice: expect.stringMatching(/^The primary serves searches\./),
  })
})

const away = '127.0.0.1:1'

/** The address of several hosts of the test database. */
function severalHosts(...hosts: string[]) {
  const { user, password } = superuser
  return `postgres://${user}:${password}@${hosts.join()}/${database.name}?target_session_attrs=read-write`
}
const ownHost = () => `${encodeURIComponent(String(superuser.host))}:${superuser.port}`

test('warns about a host that does not respond, and shows no password', async () => {
  const outcome = await checkHosts(severalHosts(away, ownHost()))
  expect(outcome.status).toBe('warning')
  expect(outcome.found).toBe(
    `${away} does not respond (ECONNREFUSED); ${superuser.host}:${superuser.port} is the primary.`,
  )
  expect(JSON.stringify(outcome)).not.toContain(String(superuser.password))
})

test('fails if no host accepts writes, or more than one does', async () => {
  expect(await checkHosts(severalHosts(away, away))).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('No decision can be saved.'),
  })
  expect(await checkHosts(severalHosts(ownHost(), ownHost()))).toMatchObject({
    status: 'failed',
    advice: expect.stringContaining('Only one host may accept writes.'),
  })
})

const primary = { name: 'db1', kind: 'primary' } as const
const standby = (seconds?: number) => ({ name: 'db2', kind: 'standby', seconds }) as const
const stray = (code: 'other-cluster' | 'other-timeline') => ({ name: 'db2', kind: 'stray', code }) as const

test.each([
  [standby(0.04), 'ok', 'db1 is the primary; db2 is a standby and had the latest data within 0.0 seconds.'],
  [standby(), 'warning', 'db1 is the primary; db2 is a standby that is more than 10 seconds behind.'],
  [stray('other-timeline'), 'warning', 'has not yet followed the last failover'],
  [stray('other-cluster'), 'failed', 'db2 is a copy of another database server'],
])('judges %o with a primary as %s', (host, status, found) => {
  expect(judgeHosts([primary, host])).toMatchObject({ status, found: expect.stringContaining(found) })
})

const replication = { role: 'portal_owner', mayRead: true, isWanted: true }
const attached = (mode: string | null, seconds: number | null = null) => [{ name: 'db2', mode, seconds }]

test.each([
  [{ attached: [] }, 'failed', 'No standby is attached'],
  [{ attached: attached('async') }, 'warning', '1 standby attached, but commits wait for none'],
  [{ attached: attached('sync'), isWanted: false }, 'warning', 'commits wait for none'],
  [{ attached: attached(null), mayRead: false }, 'warning', 'portal_owner may not see whether'],
  [{ attached: attached('sync') }, 'ok', 'Commits wait for db2.'],
  [{ attached: attached('quorum', 3) }, 'ok', 'Commits wait for db2, which replays them 3 seconds later.'],
  [{ attached: attached('sync', 40) }, 'warning', 'replays them 40 seconds later'],
])('judges the standbys %o as %s', (given, status, found) => {
  expect(judgeStandby({ ...replication, ...given })).toMatchObject({
    status,
    found: expect.stringContaining(found),
  })
})

test('reads the state of replication and archiving from a server without either', async () => {
  const { owner, app } = database.databaseContext
  expect(await checkStandby(owner)).toMatchObject({ status: 'failed' })
  expect(await checkArchiving(app)).toMatchObject({
    status: 'ok',
    found: expect.stringContaining('archive_mode = off'),
  })
})
