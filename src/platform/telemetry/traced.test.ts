import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { context, metrics, propagation, trace } from '@opentelemetry/api'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { endpoint } from '../contract/endpoint.ts'
import { execute, sql, withScope } from '../db/database.ts'
import { openHttpServer } from '../http/http-server.ts'
import { registerRequestMetrics } from '../http/monitoring-routes.ts'
import { registerEndpoint } from '../http/register-endpoint.ts'
import { exportMetrics, startTelemetry } from './start-telemetry.ts'
import { describeStatement, traced } from './traced.ts'

const database = setUpDatabase()

/** A collector that keeps what it receives, as JSON. */
async function startCollector() {
  const received: { path: string; body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const close = () => new Promise((resolve) => server.close(resolve))
  return { received, address: `http://127.0.0.1:${port}`, close }
}

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.number() }),
})
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })) })),
})
type Collector = Awaited<ReturnType<typeof startCollector>>

const spansOf = ({ received }: Collector) =>
  received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => traces.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const attributesOf = ({ attributes }: z.infer<typeof spanSchema>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const findPatient = endpoint({
  method: 'POST',
  path: '/api/patients/{name}',
  access: 'public',
  summary: 'A patient',
  request: z.object({ name: z.string(), note: z.string() }),
  response: z.object({}),
})

/** A portal with an endpoint that reads typed words from the database, does other work, and fails if asked to. */
async function openPortal(settings: Record<string, string> = {}) {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => lines.push(line) })
  const app = await openHttpServer(readConfig(settings), log)
  registerRequestMetrics(app)
  registerEndpoint(app, findPatient, async ({ name, note }, request) => {
    const { app: db } = database.databaseContext
    await withScope(db, ['ALP1'] as never, (scoped) =>
      execute(scoped, sql`select from staff_user where name = ${name} or email = ${note}`),
    )
    await traced('render pdf', async () => {
      request.log.info('rendering')
      if (note === 'fail') throw Object.assign(new Error(`no picture of ${name}`), { code: 'E_RENDER' })
    })
    return {}
  })
  const send = (note: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/patients/Quillfeather?card=Q4711',
      payload: { note },
      headers: { ...headers, cookie: 'session=Quillfeather' },
    })
  return { app, send, lines }
}

let collector: Collector
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  for (const api of [trace, metrics, context, propagation]) api.disable()
  await collector.close()
})

/** Turns telemetry on for what a test does, and waits until everything has been exported. */
async function withTelemetry(work: () => Promise<unknown>) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.address)
  vi.stubEnv('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json')
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test')
  const stop = await startTelemetry(process.env)
  await work().finally(stop)
}

test.each([
  [{}],
  [{ OTEL_SERVICE_NAME: 'portal' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
  [{ OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'TRUE' }],
])('records nothing with %o', async (environment) => {
  const stop = await startTelemetry(environment)
  const { app, send, lines } = await openPortal()
  await traced('outside', () => send('hello'))
  await stop()
  await app.close()
  expect(collector.received).toEqual([])
  expect(lines.join('')).not.toContain('trace_id')
})

test('traces a request with its statements and other work, without anything that somebody typed', async () => {
  let lines: string[] = []
  await withTelemetry(async () => {
    const portal = await openPortal()
    lines = portal.lines
    expect((await portal.send('mail@example.com')).statusCode).toBe(200)
    expect((await portal.send('fail')).statusCode).toBe(500)
    await portal.app.close()
  })
  const spans = spansOf(collector)
  const requests = spans.filter(({ name }) => name === 'POST /api/patients/:name')
  expect(requests.map((each) => attributesOf(each)['http.response.status_code'])).toEqual([200, 500])
  expect(requests.map(({ status }) => status.code)).toEqual([0, 2])
  const [answered] = requests
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === answered?.spanId)
  expect(parts.map(({ name }) => name)).toEqual([
    'begin',
    'select',
    'select staff_user',
    'commit',
    'render pdf',
  ])
  expect(parts.every(({ traceId }) => traceId === answered?.traceId)).toBe(true)
  const failed = spans.findLast(({ name }) => name === 'render pdf')
  expect(failed && attributesOf(failed)).toEqual({ 'error.type': 'E_RENDER' })
  const sent = collector.received.map(({ body }) => body).join('')
  for (const typed of ['Quillfeather', 'mail@example.com', 'Q4711', 'no picture', 'ALP1', process.cwd()])
    expect(sent).not.toContain(typed)
  const logged = lines.map((line) => JSON.parse(line))
  for (const message of ['rendering', undefined])
    expect(logged.find(({ msg }) => msg === message)).toMatchObject({ trace_id: answered?.traceId })
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test.each([
  ['ignores the trace of a visitor', {}, undefined],
  ['continues the trace of a trusted proxy', { TRUSTED_PROXIES: '127.0.0.1' }, 'b7ad6b7169203331'],
] as const)('%s', async (_name, settings, parent) => {
  await withTelemetry(async () => {
    const { app, send } = await openPortal(settings)
    await send('hello', { traceparent })
    await app.close()
  })
  const request = spansOf(collector).find(({ name }) => name.startsWith('POST'))
  expect(request?.parentSpanId || undefined).toBe(parent)
})

test('exports the metrics, and the durations of requests by route', async () => {
  await withTelemetry(async () => {
    const { app, send } = await openPortal()
    exportMetrics(app.metrics)
    await send('hello')
    await app.close()
  })
  const sent = collector.received.filter(({ path }) => path === '/v1/metrics').map(({ body }) => body)
  for (const name of [
    'http.server.request.duration',
    'nodejs_eventloop_lag_seconds',
    'process_cpu_seconds_total',
  ])
    expect(sent.join('')).toContain(`"name":"${name}"`)
  expect(sent.join('')).not.toContain('Quillfeather')
})

test.each([
  ['select id from staff_user where name = $1', 'select', 'staff_user'],
  ['with found as (select 1) insert into "audit_event" (at) values ($1)', 'insert', 'audit_event'],
  ['  delete from outbox using x', 'delete', 'outbox'],
  ['copy provider_incoming_0 from stdin', 'copy', 'provider_incoming_0'],
  ['select 1', 'select', undefined],
  ["vacuum 'Quillfeather'", 'other', undefined],
])('describes %s', (statement, operation, table) => {
  expect(describeStatement(statement)).toEqual({ operation, table })
})
