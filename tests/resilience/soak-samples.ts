import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { listDescendants, listProcesses, type RunningProcess } from './processes.ts'

/** What a portal and its database use at a moment. Memory is in megabytes. */
export type Sample = {
  /** Milliseconds since the start of this process. */
  at: number
  /** The resident memory of the process of the portal, and the part of its JavaScript heap in use. */
  portal: number
  heap: number
  /** The private memory of its worker processes, and of all processes of the database. */
  workers: number
  database: number
  backends: number
  descriptors: number
  sockets: number
  /** The longest delays of the event loops of the portal and of this process since the sample before, in milliseconds. */
  lag: number
  loadLag: number
}

type Watched = { process: number; dataDir: string; metricsPort: number }
type Taking = { everyMs: number; signal: AbortSignal }

const loadDelay = monitorEventLoopDelay()
const nanosecondsPerMillisecond = 1e6
const kilobytesPerMegabyte = 1024
const bytesPerMegabyte = 1 << 20

/** Adds samples until the signal (Linux only). */
export async function takeSamples(watched: Watched, samples: Sample[], { everyMs, signal }: Taking) {
  loadDelay.enable()
  while (!signal.aborted) {
    samples.push(await takeSample(watched))
    await pause(everyMs, undefined, { signal }).catch(() => {})
  }
}

/** A time during which this process did not run, so that what it measured then says nothing about the portal. */
export type Stop = { from: number; to: number }

const lookMs = 250
const longestLookMs = 2_000

/** Adds the times at which the system or a person stopped this process, until the signal. */
export async function watchStops(stops: Stop[], signal: AbortSignal) {
  let last = performance.now()
  while (!signal.aborted) {
    await pause(lookMs)
    const at = performance.now()
    if (at - last > longestLookMs) stops.push({ from: last, to: at })
    last = at
  }
}

async function takeSample({ process: id, dataDir, metricsPort }: Watched): Promise<Sample> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const [heap = 0, lagSeconds = 0] = ['nodejs_heap_size_used_bytes', 'nodejs_eventloop_lag_max_seconds'].map(
    (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]),
  )
  const loadLag = loadDelay.max / nanosecondsPerMillisecond
  loadDelay.reset()
  const workers = listDescendants(id).filter(({ command }) =>
    /node .*(worker|launcher-process)/.test(command),
  )
  const postgres = listProcesses(dataDir).find(({ command }) => /\bpostgres\b.*-D/.test(command))
  const backends = postgres ? [postgres, ...listDescendants(postgres.processId)] : []
  const links = listDescriptors(id)
  return {
    at: performance.now(),
    portal: readMegabytes(id, 'VmRSS'),
    heap: heap / bytesPerMegabyte,
    workers: sumPrivate(workers),
    database: sumPrivate(backends),
    backends: backends.length,
    descriptors: links.length,
    sockets: links.filter((link) => link.startsWith('socket:')).length,
    lag: lagSeconds * 1000,
    loadLag,
  }
}

const sumPrivate = (processes: readonly RunningProcess[]) =>
  processes.reduce((sum, { processId }) => sum + readMegabytes(processId, 'RssAnon'), 0)

/** 0 for a process that has ended. */
function readMegabytes(id: number, field: 'VmRSS' | 'RssAnon'): number {
  try {
    const status = readFileSync(`/proc/${id}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / kilobytesPerMegabyte
  } catch {
    return 0
  }
}

function listDescriptors(id: number): string[] {
  const folder = `/proc/${id}/fd`
  return readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return ''
    }
  })
}
