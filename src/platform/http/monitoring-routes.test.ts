import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { openTcpProxy } from '#test-support/tcp-proxy.ts'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { execute, openDatabase, sql } from '../db/database.ts'
import { openHttpServer } from './http-server.ts'
import { healthRoutes, registerRequestMetrics, rejectUntilReady, serveMetrics } from './monitoring-routes.ts'
import { problemMessages } from './problem-messages.ts'

let world: Awaited<ReturnType<typeof cloneDatabase>>
let app: Awaited<ReturnType<typeof openHttpServer>>
let reason: string | undefined
let reachDocuments: () => Promise<void>

beforeEach(async () => {
  world = await cloneDatabase(inject('testServer'))
  app = await openHttpServer(readConfig({}), openLog('silent'))
  reason = undefined
  reachDocuments = async () => {}
  registerRequestMetrics(app)
  rejectUntilReady(app, () => reason)
  const { app: db } = world.databaseContext
  healthRoutes(app, { db, reasonToWait: () => reason, reachDocuments: () => reachDocuments() })
})
afterEach(async () => {
  await app.close()
  await world.drop().catch(() => {})
})

test('reports alive but not ready, with the reason, during preparation', async () => {
  reason = 'Migrating the database…'
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  const response = await app.inject('/readyz')
  expect(response.statusCode).toBe(503)
  expect(response.json().detail).toBe('Migrating the database…')
})

test('during preparation, API calls are refused, and windows get a page that reloads automatically', async () => {
  app.get('/auth/sign-in', async () => 'in')
  const open = (url: string, headers = { accept: 'text/html,*/*' }) => app.inject({ url, headers })
  reason = 'Loading demo data…'
  const call = await app.inject({ method: 'POST', url: '/api/decisions', headers: { accept: 'text/html' } })
  expect([call.statusCode, call.json().detail]).toEqual([503, problemMessages.notReady])
  const page = await open('/auth/sign-in?returnTo=%2Fhome')
  expect(page.statusCode).toBe(503)
  expect(page.headers).toMatchObject({ refresh: '3', 'retry-after': '3', 'cache-control': 'no-store' })
  expect(page.body).toContain(problemMessages.preparing)
  expect(page.body).toContain('<style>')
  expect((await open('/healthz')).statusCode).toBe(200)
  expect((await open('/readyz')).json().detail).toBe(reason)
  expect((await open('/auth/sign-in', { accept: 'text/css' })).statusCode).toBe(200)
  reason = undefined
  expect((await open('/auth/sign-in')).body).toBe('in')
})

test('stays ready without its documents and says so', async () => {
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  reachDocuments = () => Promise.reject(new Error('away'))
  const response = await app.inject('/readyz')
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    status: 'ready',
    documents: 'We can’t open documents at the moment. Please try again in a minute.',
  })
})

test('reports alive but not ready without its database', async () => {
  await cutOff(world.name)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect((await app.inject('/readyz')).json().detail).toBe(
    'We can’t reach the database. Please try again in a moment.',
  )
})

test('answers a probe within seconds when its database is silent', async () => {
  const { app: address } = inject('testServer')
  const proxy = await openTcpProxy(`${address.host}/.s.PGSQL.${address.port}`)
  const through = { ...address, database: world.name, host: '127.0.0.1', port: proxy.port }
  const db = openDatabase(through, { connections: 1, statementTimeoutMs: 20_000 })
  const server = await openHttpServer(readConfig({}), openLog('silent'))
  healthRoutes(server, { db, reasonToWait: () => undefined, reachDocuments: async () => {} })
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  proxy.silence()
  const began = performance.now()
  expect((await server.inject('/readyz')).json().detail).toBe(
    'We can’t reach the database. Please try again in a moment.',
  )
  expect(performance.now() - began).toBeLessThan(15_000)
  await server.close()
  await proxy.close()
  await db.destroy()
})

test('reports ready when its database responds and all preparations are done', async () => {
  expect((await app.inject('/readyz')).statusCode).toBe(200)
})

test('is not ready on a server that turned read-only, and is ready on the next one that accepts writes', async () => {
  const { app: address } = inject('testServer')
  const servers = [{}, { options: '-c default_transaction_read_only=off' }]
  const limits = { connections: 1, statementTimeoutMs: 5_000 }
  const db = openDatabase({ ...address, database: world.name, servers }, limits)
  const server = await openHttpServer(readConfig({}), openLog('silent'))
  healthRoutes(server, { db, reasonToWait: () => undefined, reachDocuments })
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  await execute(db, sql`set default_transaction_read_only = on`)
  const { owner } = world.databaseContext
  await execute(owner, sql`alter database ${sql.id(world.name)} set default_transaction_read_only = on`)
  expect((await server.inject('/readyz')).statusCode).toBe(503)
  expect((await server.inject('/readyz')).statusCode).toBe(200)
  await server.close()
  await db.destroy()
})

test.each(['/healthz', '/readyz'])('marks %s as not cacheable', async (url) => {
  for (const asked of [url, `${url}?again`])
    expect((await app.inject(asked)).headers['cache-control']).toBe('no-store')
})

test('counts responses by route on a separate local port', async () => {
  await app.inject('/healthz?name=Jane')
  const { METRICS_HOST: host } = readConfig({})
  const server = await serveMetrics(app.metrics, { port: 0, host })
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.1')
  const text = await textAt(port, '/metrics')
  expect(text).toContain('http_request_seconds_count{method="GET",route="/healthz",status="200"} 1')
  expect(text).not.toContain('Jane')
  expect(await textAt(port, '/')).toBe('')
  await new Promise((resolve) => server.close(resolve))
})

test('METRICS_HOST is the address of the metrics, which serves nothing else', async () => {
  const { METRICS_HOST: host } = readConfig({ METRICS_HOST: '127.0.0.2' })
  const server = await serveMetrics(app.metrics, { port: 0, host })
  const { address, port } = server.address() as AddressInfo
  expect(address).toBe('127.0.0.2')
  expect((await fetch(`http://127.0.0.2:${port}/metrics`)).status).toBe(200)
  expect((await fetch(`http://127.0.0.2:${port}/readyz`)).status).toBe(404)
  await new Promise((resolve) => server.close(resolve))
})

async function cutOff(database: string) {
  const client = new pg.Client(inject('testServer').superuser)
  await client.connect()
  await client.query(`drop database ${database} with (force)`)
  await client.end()
}

function textAt(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, agent: false }, async (response) =>
      resolve((await response.toArray()).join('')),
    )
    asked.on('error', reject).end()
  })
}
