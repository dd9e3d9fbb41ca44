import { readFileSync } from 'node:fs'
import type { Log } from '../config/log.ts'
import { type LaunchedWorker, launchWorker } from './worker-launcher.ts'

/** A process that exchanges messages and can be killed at any time. */
export type Worker<Outgoing, Incoming> = {
  process: LaunchedWorker
  send(message: Outgoing): void
  /** The next message. Rejects once the process has ended or was killed. */
  received(): Promise<Incoming>
  /** Kills the process; pending readers reject with the reason. */
  fail(reason: unknown): void
  end(): void
}

type WorkerOptions<Incoming> = {
  onWorkerLog: OnWorkerLog
  flags?: readonly string[]
  /** Whether the process gets a socket besides its messages, as descriptor 4. */
  hasSocket?: boolean
  /** The error message if the process ends by itself. */
  exitMessage: string
  onMessage?: (message: Incoming) => void
  onEnd?: () => void
}

/**
 * Starts a module as a process in the portal's session and captures its console output. Outside that session, the low
 * priority of a worker would not count (Linux, sched(7), autogroup).
 */
export function startWorker<Outgoing extends object, Incoming>(
  program: URL,
  { onWorkerLog, flags = [], hasSocket = false, exitMessage, onMessage, onEnd }: WorkerOptions<Incoming>,
): Worker<Outgoing, Incoming> {
  const child = launchWorker(program, { flags, hasSocket })
  const inbox = createMessageQueue<Incoming>()
  const end = () => child.kill()
  // Otherwise it would mix with the log lines.
  child.on('output', (output) => onWorkerLog(toWorkerLogError(output.trim())))
  child.on('message', (received) => {
    const message = received as Incoming
    onMessage?.(message)
    inbox.push(message)
  })
  child.on('error', inbox.fail)
  child.on('close', (code, signal) => {
    onEnd?.()
    inbox.fail(workerExitError(exitMessage, code, signal))
  })
  return {
    process: child,
    send: (message) => child.send(message, (error) => error && inbox.fail(error)),
    received: inbox.next,
    fail(reason) {
      inbox.fail(reason)
      end()
    },
    end,
  }
}

/**
 * The total memory of a process, in megabytes, including data outside its JavaScript heap; 0 if unknown, as
 * on every system but Linux.
 */
export function memoryMegabytes({ pid }: { pid?: number | undefined }): number {
  try {
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

/**
 * A queue of messages for one reader. After an error, the messages received before it can still be read; all
 * further reads reject.
 */
function createMessageQueue<Message>() {
  const messages: Message[] = []
  let fault: { reason: unknown } | undefined
  let waiting: PromiseWithResolvers<Message> | undefined
  return {
    push(message: Message) {
      if (waiting) waiting.resolve(message)
      else messages.push(message)
      waiting = undefined
    },
    /** Only the first error counts. */
    fail(reason: unknown) {
      fault ??= { reason }
      waiting?.reject(fault.reason)
      waiting = undefined
    },
    next(): Promise<Message> {
      const message = messages.shift()
      if (message) return Promise.resolve(message)
      if (fault) return Promise.reject(fault.reason)
      waiting = Promise.withResolvers()
      return waiting.promise
    },
  }
}

/** Receives console output of a render process; its text may quote a document. */
export type OnWorkerLog = (output: Error) => void

/** Logs worker output by kind and code location. */
export const logWorkerOutput =
  (log: Pick<Log, 'warn'>): OnWorkerLog =>
  (output) =>
    log.warn({ err: output }, 'pdf worker wrote to stderr')

function toWorkerLogError(output: string): Error {
  const [, kind = 'WorkerOutput'] = /^([A-Z]\w*(?:Error|Warning))\b/m.exec(output) ?? []
  const [message] = output.split(/^\s+at /m)
  return Object.assign(new Error(message), { name: kind, stack: output })
}

/** An error of a render process, as sent to the portal. */
export type SerializedError = { kind: string; message: string; stack: string | undefined }

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { kind: typeof error, message: String(error), stack: undefined }
  return { kind: error.name, message: error.message, stack: error.stack }
}

/** The portal's error for a worker error, with the original kind and code location as the cause. */
export function deserializeError(message: string, { kind, message: detail, stack }: SerializedError): Error {
  const cause = Object.assign(new Error(detail), { name: kind, stack })
  return new Error(message, { cause })
}

/** The error for a process that ended before it finished its document, with its signal or exit code. */
const workerExitError = (message: string, code: number | null, signal: NodeJS.Signals | null): Error =>
  Object.assign(new Error(message), { code: signal ?? code })
