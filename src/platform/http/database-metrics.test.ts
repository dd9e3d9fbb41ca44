import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listAlertRules, listAlertTests, parseSelectors } from '#test-support/alert-rules.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { timeAgo } from '../contract/clock.ts'
import { execute, sql } from '../db/database.ts'
import { recordCommandSuccess } from '../jobs/command-success-queries.ts'

let portal: Awaited<ReturnType<typeof openPortal>>
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const scrape = async () => (await portal.app.metrics.metrics()).split('\n')
const valueIn = (lines: string[], metric: string) =>
  Number(
    lines
      .find((line) => line.startsWith(`${metric} `))
      ?.split(' ')
      .at(-1) ?? Number.NaN,
  )
const addMail = (row: object) =>
  portal.insert('outbox', {
    recipient: 'ada@example.com',
    subject: 'x',
    body_text: 'x',
    body_html: 'x',
    ...row,
  })

test('counts the items of every queue and tells how long the oldest has been waiting', async () => {
  const [long, short] = [timeAgo(600_000), timeAgo(60_000)]
  await addMail({ made_at: long, due_at: long })
  await addMail({ made_at: short, due_at: short })
  await addMail({ made_at: long, due_at: long, given_up_at: short })
  await addMail({ made_at: long, due_at: long, sent_at: short })
  const lines = await scrape()
  expect(valueIn(lines, 'portal_database_up')).toBe(1)
  expect(valueIn(lines, 'portal_queue_items{queue="mail",state="waiting"}')).toBe(2)
  expect(valueIn(lines, 'portal_queue_items{queue="mail",state="given_up"}')).toBe(1)
  expect(Math.floor(valueIn(lines, 'portal_queue_oldest_seconds{queue="mail"}') / 60)).toBe(10)
  for (const queue of ['notifications', 'reports'])
    expect(valueIn(lines, `portal_queue_items{queue="${queue}",state="waiting"}`)).toBe(0)
  expect(lines.join()).not.toContain('ada@')
})

test('tells when a network was last imported, and how many connections are in use', async () => {
  const rosters = createRosterFixture(portal)
  await rosters.addNetwork('coastal')
  await rosters.import('id,name,tin,city,zipcode\n1,Mercy,12-3,Miami,33131\n', { network: 'coastal' })
  const lines = await scrape()
  const importedAt = valueIn(lines, 'portal_directory_import_timestamp_seconds{network="coastal"}')
  expect(Math.abs(importedAt - timeAgo(0).getTime() / 1000)).toBeLessThan(60)
  expect(valueIn(lines, 'portal_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0)
  expect(valueIn(lines, 'portal_database_connections{state="waiting"}')).toBe(0)
  await rosters.close()
})

test('tells which imports failed since the last success of their source, without the file', async () => {
  const rosters = createRosterFixture(portal)
  await rosters.addNetwork('inland')
  const failing = () => rosters.import('id,nonsense\n1,x\n', { network: 'inland' })
  await expect(failing()).rejects.toThrow()
  const failures = 'portal_import_failures{kind="providers",source="main",network="inland"}'
  const succeeded = failures.replace('failures', 'success_timestamp_seconds')
  const lines = await scrape()
  expect(valueIn(lines, failures)).toBe(1)
  expect(valueIn(lines, succeeded)).toBeNaN()
  expect(lines.join()).not.toContain('.csv')
  await rosters.import('id,name,tin,city,zipcode\n1,Mercy,12-3,Miami,33131\n', { network: 'inland' })
  const after = await scrape()
  expect(valueIn(after, failures)).toBe(0)
  expect(Math.abs(valueIn(after, succeeded) - timeAgo(0).getTime() / 1000)).toBeLessThan(60)
  await rosters.close()
})

test('tells when a backup and a checkpoint last succeeded, and nothing of those that never did', async () => {
  const metric = (command: string) => `portal_command_success_timestamp_seconds{command="${command}"}`
  const { owner } = portal.databaseContext
  await recordCommandSuccess(owner, 'backup')
  const lines = await scrape()
  expect(Math.abs(valueIn(lines, metric('backup')) - timeAgo(0).getTime() / 1000)).toBeLessThan(60)
  expect(valueIn(lines, metric('audit checkpoint'))).toBeNaN()
  await execute(owner, sql`update command_success set succeeded_at = now() + interval '1 week'`)
  await recordCommandSuccess(owner, 'backup')
  expect(Math.abs(valueIn(await scrape(), metric('backup')) - timeAgo(0).getTime() / 1000)).toBeLessThan(60)
})

test('counts refused sign-ins of staff, members and services, without names', async () => {
  const payload = { UserName: 'ada.lovelace@example.com', Password: 'wrong' }
  expect(
    (await portal.app.inject({ method: 'POST', url: '/api/clientmember/login', payload })).statusCode,
  ).toBe(401)
  const url = '/api/backoffice/decisions'
  expect((await portal.app.inject({ url })).statusCode).toBe(401)
  const headers = { authorization: 'Bearer portal-service-ada.lovelace' }
  expect((await portal.app.inject({ url, headers })).statusCode).toBe(401)
  expect((await portal.app.inject('/auth/callback?state=ada.lovelace')).statusCode).toBe(303)
  const lines = await scrape()
  const refused = (kind: string, reason: string) =>
    valueIn(lines, `portal_sign_ins_refused_total{kind="${kind}",reason="${reason}"}`)
  expect(refused('member', 'credentials')).toBe(1)
  expect(refused('member', 'too-many')).toBe(0)
  expect(refused('service', 'no-token')).toBe(1)
  expect(refused('service', 'token')).toBe(1)
  expect(refused('staff', 'failed')).toBe(1)
  expect(refused('staff', 'person-disabled')).toBe(0)
  const logins = '{method="POST",route="/api/clientmember/login",status="401"}'
  expect(valueIn(lines, `http_request_seconds_count${logins}`)).toBe(1)
  expect(lines.join()).not.toContain('lovelace')
})

test('tells how many documents of each kind wait', async () => {
  const lines = await scrape()
  for (const kind of ['extract', 'render', 'stream'])
    expect(valueIn(lines, `portal_document_queue_items{kind="${kind}",state="waiting"}`)).toBe(0)
})

test('leaves out what it cannot read, instead of the last values', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`revoke select on outbox, reading_alert from portal_app`)
  const lines = await scrape()
  await execute(owner, sql`grant select on outbox, reading_alert to portal_app`)
  expect(valueIn(lines, 'portal_database_up')).toBe(0)
  expect(lines.filter((line) => /^portal_(queue|directory|import|command|reading)/.test(line))).toEqual([])
})

const deploy = resolve(import.meta.dirname, '../../../deploy')
const metricNames = /\b(?:portal|http|stored|nodejs|process)_\w+/g

test.each(globSync('{grafana,prometheus}-*', { cwd: deploy }))(
  'the portal exports every metric that %s uses',
  async (file) => {
    const used = new Set(readFileSync(resolve(deploy, file), 'utf8').match(metricNames))
    expect(used.size).toBeGreaterThan(3)
    const exported = new Set(portal.app.metrics.getMetricsAsArray().map(({ name }) => name))
    // Those of a replica exist only where there is one.
    const source = readFileSync(resolve(import.meta.dirname, 'database-metrics.ts'), 'utf8')
    for (const [name] of source.matchAll(/(?<=gauge\(')portal_replica_\w+/g)) exported.add(name)
    const isExported = (name: string) =>
      exported.has(name) || exported.has(name.replace(/_(bucket|count|sum)$/, ''))
    expect([...used].filter((name) => !isExported(name))).toEqual([])
  },
)

test('docs/monitoring.md has every metric of the portal, and the dashboard those of queues, imports, commands, jobs and sign-ins', () => {
  const exported = portal.app.metrics.getMetricsAsArray().map(({ name }) => name)
  const ours = exported.filter((name) => /^(portal|http|stored)_/.test(name))
  const monitoring = readFileSync(resolve(deploy, '../docs/monitoring.md'), 'utf8')
  expect(ours.filter((name) => !monitoring.includes(`\`${name}\``))).toEqual([])
  const dashboard = readFileSync(resolve(deploy, 'grafana-dashboard.json'), 'utf8')
  const drawn = ours.filter((name) =>
    /^portal_(queue|document_queue|import|command|job|sign_ins)_/.test(name),
  )
  expect(drawn.length).toBeGreaterThan(9)
  expect(drawn.filter((name) => !dashboard.includes(name))).toEqual([])
})

test('the alerts and their tests use only labels that the metrics have', () => {
  const expressions = listAlertRules().map(({ expr }) => expr)
  const tests = listAlertTests().flatMap(({ input_series }) => input_series.map(({ series }) => series))
  expect(expressions.flatMap(listUnknownLabels)).toEqual([])
  expect(tests.flatMap(listUnknownLabels)).toEqual([])
  expect(listUnknownLabels('max by (tin) (portal_queue_items{state="x",since="y"})')).toEqual([
    'portal_queue_items since',
    'tin',
  ])
  // In a test, a series has all labels of its metric.
  const incomplete = tests.flatMap((series) =>
    parseSelectors(series).flatMap(({ metric, labels }) =>
      ['job', 'instance', ...listLabels(metric)]
        .filter((label) => !labels.some(({ name }) => name === label))
        .map((label) => `${series} ${label}`),
    ),
  )
  expect(incomplete).toEqual([])
})

/** The labels of a metric, without those that Prometheus adds; `up` and the metrics of a replica have none. */
function listLabels(metric: string): readonly string[] {
  const name = metric.replace(/_(bucket|count)$/, '')
  if (name === 'up' || name.startsWith('portal_replica_')) return []
  const { labelNames } = z
    .object({ labelNames: z.array(z.string()) })
    .parse(portal.app.metrics.getSingleMetric(name))
  return metric.endsWith('_bucket') ? [...labelNames, 'le'] : labelNames
}

/** The labels in an expression that its metrics do not have. */
function listUnknownLabels(expression: string): string[] {
  const isKnown = (metric: string, label: string) =>
    ['job', 'instance', ...listLabels(metric)].includes(label)
  const selected = parseSelectors(expression).flatMap(({ metric, labels }) =>
    labels.filter(({ name }) => !isKnown(metric, name)).map(({ name }) => `${metric} ${name}`),
  )
  const metrics = expression.match(metricNames)?.filter((name) => /^(portal|http|stored)_/.test(name)) ?? []
  const grouped = [...expression.matchAll(/\bby \((.*?)\)/g)].flatMap(([, names = '']) => names.split(', '))
  return [...selected, ...grouped.filter((label) => !metrics.every((metric) => isKnown(metric, label)))]
}
