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

  /** The portal stays until this worker has ended. */
  ref() {
    this.launcher.hold(this.id)
  }

  unref() {
    this.launcher.letGo(this.id)
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
  /** The workers that the portal waits for. */
  private readonly held = new Set<number>()
  private started = 0

  constructor(onEnd: () => void) {
    this.process = fork(fileURLToPath(new URL('./launcher-process.ts', import.meta.url)), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--max-semi-space-size=4'],
    })
    this.process.on('message', (report: LauncherReport) => this.take(report))
    // Requests that can no longer be sent fail with the workers, when the process ends.
    this.process.on('error', () => {})
    const end = () => {
      onEnd()
      this.endAll()
    }
    this.process.once('disconnect', end)
    this.process.once('exit', end)
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
    this.process.send(request, done)
  }

  hold(id?: number) {
    if (id !== undefined && this.workers.has(id)) this.held.add(id)
    const change = this.held.size > 0 ? 'ref' : 'unref'
    this.process[change]()
    this.process.channel?.[change]()
  }

  letGo(id: number) {
    this.held.delete(id)
    this.hold()
  }

  private take(report: LauncherReport) {
    const worker = this.workers.get(report.id)
    if (!worker) return
    if ('pid' in report) worker.pid = report.pid
    else if ('message' in report) worker.emit('message', report.message)
    else if ('output' in report) worker.emit('output', report.output)
    else if ('bytes' in report) worker.socket.push(report.bytes)
    else this.forget(report.id, worker, report)
  }

  private forget(id: number, worker: LaunchedWorker, end: { fault: string } | { exit: Exit }) {
    this.workers.delete(id)
    this.letGo(id)
    if ('fault' in end) worker.emit('error', new Error(end.fault))
    const { code, signal } = 'exit' in end ? end.exit : { code: null, signal: null }
    worker.emit('close', code, signal)
  }

  /** Without the launcher, nothing else would end a busy worker. */
  private endAll() {
    for (const [id, worker] of this.workers) {
      if (worker.pid !== undefined) killIfThere(worker.pid)
      this.forget(id, worker, { exit: { code: null, signal: 'SIGKILL' } })
    }
    this.process.kill('SIGKILL')
  }
}

type Exit = { code: number | null; signal: NodeJS.Signals | null }

function killIfThere(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
