import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { LauncherReport, LauncherRequest } from './launcher-process.ts'

/** A worker as the portal sees it: a child of the launcher. */
export class LaunchedWorker extends EventEmitter<{
  message: [unknown]
  output: [string]
  error: [Error]
  close: [code: number | null, signal: NodeJS.Signals | null]
}> {
  /** Unknown until the launcher has started it. */
  pid: number | undefined
  /** The portal's end of its socket, if it has one. */
  readonly socket: Duplex
  private readonly launcher: Launcher
  private readonly id: number

  constructor(launcher: Launcher, id: number) {
    super()
    this.launcher = launcher
    this.id = id
    this.socket = new Duplex({
      read() {},
      write: (bytes: Uint8Array, _, done) => launcher.request({ id, bytes }, done),
    })
  }

  send(message: object, done?: (error: Error | null) => void) {
    this.launcher.request({ id: this.id, message }, done)
  }

  kill() {
    this.launcher.request({ id: this.id, kill: true })
  }

  /** Keeps the portal's process running until this worker has ended. */
  ref() {
    this.launcher.hold(this.id)
  }

  unref() {
    this.launcher.release(this.id)
  }
}

let current: Launcher | undefined

/**
 * Starts the process that starts all workers. Copying the memory map of a large process stops it, so a portal calls
 * this while it is small; otherwise the first worker does.
 */
export function startLauncher(): void {
  current ??= new Launcher(() => {
    current = undefined
  })
}

export function launchWorker(program: URL, options: { flags: readonly string[]; hasSocket: boolean }) {
  startLauncher()
  return (current as Launcher).start({ program: fileURLToPath(program), ...options })
}

class Launcher {
  private readonly process: ChildProcess
  private readonly workers = new Map<number, LaunchedWorker>()
  /** The workers that keep the portal's process running. */
  private readonly held = new Set<number>()
  private started = 0

  constructor(onEnd: () => void) {
    this.process = fork(fileURLToPath(new URL('./launcher-process.ts', import.meta.url)), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=4'],
    })
    this.process.on('message', (report: LauncherReport) => this.handleReport(report))
    let hasEnded = false
    const end = (reason: WorkerEnd) => {
      if (hasEnded) return
      hasEnded = true
      onEnd()
      this.endAll(reason)
    }
    // A launcher that is killed reports both, the second one perhaps after another launcher has started.
    this.process.once('disconnect', () => end(killed))
    this.process.once('exit', () => end(killed))
    this.process.on('error', (error) => {
      // Without resources for a process, this is the only report.
      if (this.process.pid === undefined) end({ fault: error.message })
    })
    this.hold()
  }

  start(start: Extract<LauncherRequest, { start: unknown }>['start']): LaunchedWorker {
    this.started += 1
    const worker = new LaunchedWorker(this, this.started)
    this.workers.set(this.started, worker)
    this.hold(this.started)
    this.request({ id: this.started, start })
    return worker
  }

  request(request: LauncherRequest, done: (error: Error | null) => void = () => {}) {
    // A process that did not start has no `send`, and its end fails all workers.
    if (this.process.connected) this.process.send(request, done)
    else process.nextTick(done, new Error('The launcher of the workers has ended.'))
  }

  hold(id?: number) {
    if (id !== undefined && this.workers.has(id)) this.held.add(id)
    const change = this.held.size > 0 ? 'ref' : 'unref'
    this.process[change]()
    this.process.channel?.[change]()
  }

  release(id: number) {
    this.held.delete(id)
    this.hold()
  }

  private handleReport(report: LauncherReport) {
    const worker = this.workers.get(report.id)
    if (!worker) return
    if ('pid' in report) worker.pid = report.pid
    else if ('message' in report) worker.emit('message', report.message)
    else if ('output' in report) worker.emit('output', report.output)
    else if ('bytes' in report) worker.socket.push(report.bytes)
    else this.forget(report.id, worker, report)
  }

  private forget(id: number, worker: LaunchedWorker, end: WorkerEnd) {
    this.workers.delete(id)
    this.release(id)
    if ('fault' in end) worker.emit('error', new Error(end.fault))
    const { code, signal } = 'exit' in end ? end.exit : { code: null, signal: null }
    worker.emit('close', code, signal)
  }

  /** Without the launcher, nothing else would end a busy worker. */
  private endAll(reason: WorkerEnd) {
    for (const [id, worker] of this.workers) {
      if (worker.pid !== undefined) killIfThere(worker.pid)
      this.forget(id, worker, reason)
    }
    this.process.kill('SIGKILL')
  }
}

type WorkerEnd = { fault: string } | { exit: { code: number | null; signal: NodeJS.Signals | null } }

const killed: WorkerEnd = { exit: { code: null, signal: 'SIGKILL' } }

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
