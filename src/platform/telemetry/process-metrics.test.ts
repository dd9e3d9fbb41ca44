import { expect, onTestFinished, test } from 'vitest'
import { createFairQueue } from '../concurrency/fair-queue.ts'
import { openLog } from '../config/log.ts'
import { readConfig } from '../config/settings.ts'
import { setClock } from '../contract/clock.ts'
import { openHttpServer } from '../http/http-server.ts'
import { registerRequestMetrics } from '../http/monitoring-routes.ts'
import { startPollWorker } from '../jobs/poll-worker.ts'
import { initRefusalCounters, openJob, registerProcessMetrics } from './process-metrics.ts'

async function openApp() {
  const app = await openHttpServer(readConfig({}), openLog('silent'))
  onTestFinished(() => app.close())
  registerRequestMetrics(app)
  registerProcessMetrics(app)
  const read = async (metric: string) => {
    const line = (await app.metrics.metrics()).split('\n').find((each) => each.startsWith(`${metric} `))
    return line === undefined ? undefined : Number(line.split(' ').at(-1))
  }
  return { app, read }
}

function freeze() {
  let time = Date.UTC(2026, 10, 29)
  onTestFinished(setClock(() => new Date(time)))
  const pass = (seconds: number) => {
    time += seconds * 1000
  }
  return { time: () => time / 1000, pass }
}

test('exports the waiting and running items of a queue, and the age of the oldest', async () => {
  const { app, read } = await openApp()
  const { pass } = freeze()
  const messages = { full: 'full', shareFull: 'full' }
  const enqueue = createFairQueue({ concurrency: 1, maxQueued: 5, maxQueuedPerKey: 5, messages })
  app.watchQueue('extract', enqueue.readState)
  const end = Promise.withResolvers<void>()
  const gone = new AbortController()
  const first = enqueue({}, () => end.promise)
  const left = enqueue({ abortSignal: gone.signal }, async () => {})
  pass(40)
  const last = enqueue({}, async () => {})
  pass(2)
  const oldest = 'portal_document_queue_oldest_seconds{kind="extract"}'
  expect(await read('portal_document_queue_items{kind="extract",state="waiting"}')).toBe(2)
  expect(await read('portal_document_queue_items{kind="extract",state="running"}')).toBe(1)
  expect(await read(oldest)).toBe(42)
  gone.abort()
  await expect(left).rejects.toThrow()
  expect(await read(oldest)).toBe(2)
  end.resolve()
  await Promise.all([first, last])
  expect(await read('portal_document_queue_items{kind="extract",state="waiting"}')).toBe(0)
  expect(await read('portal_document_queue_items{kind="extract",state="running"}')).toBe(0)
  expect(await read(oldest)).toBe(0)
})

test('a round that throws or notes a failure leaves the last success where it was', async () => {
  const { app, read } = await openApp()
  const { time, pass } = freeze()
  const job = openJob('sweep', 60_000)
  app.watchJob(job.readState)
  const start = time()
  const success = () => read('portal_job_success_timestamp_seconds{job_name="sweep"}')
  pass(5)
  await expect(job.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await job.run(async (noteFailure) => noteFailure())
  expect(await success()).toBe(start)
  expect(await read('portal_job_rounds_total{job_name="sweep",outcome="failed"}')).toBe(2)
  await job.run(async () => {
    pass(3)
    expect(await read('portal_job_running_seconds{job_name="sweep"}')).toBe(3)
  })
  expect(await success()).toBe(start + 8)
  expect(await read('portal_job_duration_seconds{job_name="sweep"}')).toBe(3)
  expect(await read('portal_job_running_seconds{job_name="sweep"}')).toBe(0)
  expect(await read('portal_job_interval_seconds{job_name="sweep"}')).toBe(60)
  expect(await read('portal_job_rounds_total{job_name="sweep",outcome="succeeded"}')).toBe(1)
  job.end()
  expect(await success()).toBeUndefined()
})

test('a worker with a name is a job until it stops', async () => {
  const { app, read } = await openApp()
  const begun = Promise.withResolvers<void>()
  const worker = startPollWorker({
    job: 'sweep',
    intervalMs: 3_600_000,
    log: openLog('silent'),
    failure: 'failed to sweep',
    poll: async () => begun.resolve(),
  })
  app.watchJob(worker.readJob)
  await begun.promise
  expect(await read('portal_job_interval_seconds{job_name="sweep"}')).toBe(3600)
  await worker.stop()
  expect(await read('portal_job_interval_seconds{job_name="sweep"}')).toBeUndefined()
})

test('exports each reason for a refused sign-in before it occurs', async () => {
  const { app, read } = await openApp()
  initRefusalCounters(app, 'service', ['token'])
  const counter = 'portal_sign_ins_refused_total{kind="service",reason="token"}'
  expect(await read(counter)).toBe(0)
  app.refusedSignIns.inc({ kind: 'service', reason: 'token' })
  expect(await read(counter)).toBe(1)
})
