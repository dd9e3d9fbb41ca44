import './worker-bootstrap.ts'
import { type ChildProcess, fork } from 'node:child_process'
import type { Duplex } from 'node:stream'

/** A request of the portal to the launcher; `id` identifies a worker. */
export type LauncherRequest = { id: number } & (
  | { start: { program: string; flags: readonly string[]; hasSocket: boolean } }
  | { message: object }
  | { bytes: Uint8Array }
  | { kill: true }
)

/** A report of the launcher about a worker. The last one is its fault or its exit. */
export type LauncherReport = { id: number } & (
  | { pid: number }
  | { message: unknown }
  | { bytes: Uint8Array }
  | { output: string }
  | { fault: string }
  | { exit: { code: number | null; signal: NodeJS.Signals | null } }
)

/** The descriptor of the socket of a worker. */
const descriptor = 4
const workers = new Map<number, ChildProcess>()
const report = (message: LauncherReport) => void process.send?.(message, undefined, undefined, () => {})

// A worker that is busy with a hostile document does not notice that the portal or this process has ended.
process.prependListener('disconnect', () => {
  for (const worker of workers.values()) worker.kill('SIGKILL')
})
process.on('message', (request: LauncherRequest) => {
  const { id } = request
  if ('start' in request) return startOrReport(id, request.start)
  const worker = workers.get(id)
  if ('kill' in request) worker?.kill('SIGKILL')
  else if ('bytes' in request) findSocket(worker)?.write(request.bytes)
  // A worker that is no longer connected is about to be reported as ended.
  else if (worker?.connected) worker.send(request.message, () => {})
})

type Start = Extract<LauncherRequest, { start: unknown }>['start']

function startOrReport(id: number, start: Start) {
  try {
    startWorker(id, start)
  } catch (error) {
    report({ id, fault: String(error) })
  }
}

function startWorker(id: number, { program, flags, hasSocket }: Start) {
  const worker = fork(program, {
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'pipe', 'ipc', ...(hasSocket ? (['pipe'] as const) : [])],
    execArgv: [...flags],
  })
  workers.set(id, worker)
  worker.on('error', (error) => {
    if (worker.pid !== undefined) return // It did start, so its exit is reported.
    workers.delete(id)
    report({ id, fault: error.message })
  })
  if (worker.pid !== undefined) report({ id, pid: worker.pid })
  for (const stream of [worker.stdout, worker.stderr])
    stream?.setEncoding('utf8').on('data', (output: string) => report({ id, output }))
  // The end of a worker closes its socket, sometimes during a write.
  findSocket(worker)
    ?.on('data', (bytes: Uint8Array) => report({ id, bytes }))
    .on('error', () => {})
  worker.on('message', (message) => report({ id, message }))
  worker.on('close', (code, signal) => {
    if (workers.delete(id)) report({ id, exit: { code, signal } })
  })
}

/** Finds the socket of a worker. Without free descriptors, a worker does not start and has no streams. */
const findSocket = (worker: ChildProcess | undefined) =>
  worker?.stdio?.[descriptor] as Duplex | null | undefined
