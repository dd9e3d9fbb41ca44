import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createMessageQueue } from './message-queue.ts'
import { workerExitError } from './worker-errors.ts'
import { captureConsole, type OnWorkerLog } from './worker-log.ts'

/** Starts a module as a child process in the portal's session and captures its console output. */
export function forkWorker(
  program: URL,
  onWorkerLog: OnWorkerLog,
  flags: readonly string[] = [],
): ChildProcess {
  const child = fork(fileURLToPath(program), {
    serialization: 'advanced',
    silent: true,
    execArgv: [...flags],
  })
  captureConsole(child, onWorkerLog)
  return child
}

/** A process that exchanges messages and can be killed at any time. */
export type Worker<Outgoing, Incoming> = {
  process: ChildProcess
  send(word: Outgoing): void
  /** The next message. Rejects once the process has ended or was killed. */
  received(): Promise<Incoming>
  /** Kills the process; pending readers reject with the reason. */
  fail(reason: unknown): void
  end(): void
}

type WorkerOptions<Incoming> = {
  onWorkerLog: OnWorkerLog
  flags?: readonly string[]
  /** The error message if the process ends by itself. */
  exitMessage: string
  onMessage?: (word: Incoming) => void
  onEnd?: () => void
}

export function startWorker<Outgoing extends object, Incoming>(
  program: URL,
  { onWorkerLog, flags, exitMessage, onMessage, onEnd }: WorkerOptions<Incoming>,
): Worker<Outgoing, Incoming> {
  const child = forkWorker(program, onWorkerLog, flags)
  const inbox = createMessageQueue<Incoming>()
  const end = () => void child.kill('SIGKILL')
  child.on('message', (word: Incoming) => {
    onMessage?.(word)
    inbox.take(word)
  })
  child.on('error', inbox.fail)
  child.on('close', (code, signal) => {
    onEnd?.()
    inbox.fail(workerExitError(exitMessage, code, signal))
  })
  return {
    process: child,
    send: (word) => void child.send(word, (error) => error && inbox.fail(error)),
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
export function memoryMegabytes({ pid }: Pick<ChildProcess, 'pid'>): number {
  try {
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
