import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { addRun, grantReports } from '#test-support/report-fixture.ts'
import { openReportRun } from '../../contract.ts'
import { downloadQueue } from '../report-limits.ts'

const nobody = '00000000-0000-4000-8000-000000000000'
/** A PDF that is too large for the buffers between a server and a stalled reader. */
const pdf = Array.from({ length: 16 }, () => Buffer.alloc(1 << 20))
const whole = { status: 200, length: pdf.length << 20 }

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let origin: string
let Run: string
beforeAll(async () => {
  portal = await openCasePortal()
  await grantReports(portal, 'acme')
  staff = await portal.staffOf('acme')
  origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  Run = await addRun(portal.databaseContext.owner, {
    userId: staff.userId,
    clientId: 'acme',
    codes: ['ACME1'],
    pdf,
  })
})
afterAll(() => portal.close())

/** Opens the report without reading the body yet. */
async function opened(run = Run, signal: AbortSignal | null = null) {
  const { path } = openReportRun
  const { payload, headers } = await staff.formOf(path, { Run: run })
  return fetch(`${origin}${path}`, { method: 'POST', body: payload, headers, signal })
}
async function read(run = Run) {
  const response = await opened(run)
  return { status: response.status, length: (await response.arrayBuffer()).byteLength }
}
const times = <Made>(count: number, make: () => Made) => Array.from({ length: count }, make)

test('downloads per user are limited; more requests queue, and those beyond the queue limit are rejected', async () => {
  const gone = new AbortController()
  const first = await Promise.all(times(downloadQueue.concurrencyPerKey, () => opened(Run, gone.signal)))
  expect(first.map(({ status }) => status)).toEqual(times(downloadQueue.concurrencyPerKey, () => 200))
  const others = times(downloadQueue.maxQueuedPerKey + 1, () => read())
  expect((await Promise.race(others)).status).toBe(429)
  gone.abort()
  const read200 = (await Promise.all(others)).filter(({ status }) => status === 200)
  expect(read200).toEqual(times(downloadQueue.maxQueuedPerKey, () => whole))
})

test('a failed download releases its slot', async () => {
  const unready = await addRun(portal.databaseContext.owner, {
    userId: staff.userId,
    clientId: 'acme',
    codes: ['ACME1'],
  })
  for (const run of times(downloadQueue.concurrencyPerKey + 1, () => nobody))
    expect((await read(run)).status).toBe(404)
  for (const run of times(downloadQueue.concurrencyPerKey + 1, () => unready))
    expect((await read(run)).status).toBe(409)
  expect(await read()).toEqual(whole)
})

test('a request that waits too long gets a 503 with Retry-After and can reuse its ticket', async () => {
  const { timeoutMs } = downloadQueue
  onTestFinished(() => void Object.assign(downloadQueue, { timeoutMs }))
  const gone = new AbortController()
  const unread = await Promise.all(times(downloadQueue.concurrencyPerKey, () => opened(Run, gone.signal)))
  expect(unread.map(({ status }) => status)).toEqual(times(downloadQueue.concurrencyPerKey, () => 200))
  downloadQueue.timeoutMs = 50
  const { path } = openReportRun
  const { payload, headers } = await staff.formOf(path, { Run })
  const post = async () => {
    const response = await fetch(`${origin}${path}`, { method: 'POST', body: payload, headers })
    const { byteLength: length } = await response.arrayBuffer()
    return { status: response.status, length, retryAfter: response.headers.get('retry-after') }
  }
  expect(await post()).toMatchObject({ status: 503, retryAfter: '5' })
  expect(unread.map(({ bodyUsed }) => bodyUsed)).toEqual(times(downloadQueue.concurrencyPerKey, () => false))
  gone.abort()
  downloadQueue.timeoutMs = timeoutMs
  expect(await post()).toMatchObject(whole)
})
