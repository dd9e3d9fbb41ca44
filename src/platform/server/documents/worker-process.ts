import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inboxOf } from './message-queue.ts'
import { endedBy } from './worker-errors.ts'
import { type Hear, hearConsole } from './worker-log.ts'

/** Starts a module as a child process in the portal's session and captures its console output. */
export function forkWorker(program: URL, hear: Hear, flags: readonly string[] = []): ChildProcess {
  const child = fork(fileURLToPath(program), {
    serialization: 'advanced',
    silent: true,
    execArgv: [...flags],
  })
  hearConsole(child, hear)
  return child
}

/** A process that exchanges messages and can be killed at any time. */
export type Worker<Said, Heard> = {
  process: ChildProcess
  say(word: Said): void
  /** The next message. Rejects once the process has ended or was killed. */
  heard(): Promise<Heard>
  /** Kills the process; pending readers reject with the reason. */
  giveUp(reason: unknown): void
  end(): void
}

type WorkerOptions<Heard> = {
  hear: Hear
  flags?: readonly string[]
  /** The error message if the process ends by itself. */
  endedSentence: string
  onWord?: (word: Heard) => void
  onEnd?: () => void
}

export function startWorker<Said extends object, Heard>(
  program: URL,
  { hear, flags, endedSentence, onWord, onEnd }: WorkerOptions<Heard>,
): Worker<Said, Heard> {
  const child = forkWorker(program, hear, flags)
  const inbox = inboxOf<Heard>()
  const end = () => void child.kill('SIGKILL')
  child.on('message', (word: Heard) => {
    onWord?.(word)
    inbox.take(word)
  })
  child.on('error', inbox.fail)
  child.on('close', (code, signal) => {
    onEnd?.()
    inbox.fail(endedBy(endedSentence, code, signal))
  })
  return {
    process: child,
    say: (word) => void child.send(word, (error) => error && inbox.fail(error)),
    heard: inbox.next,
    giveUp(reason) {
      inbox.fail(reason)
      end()
    },
    end,
  }
}

/** The total memory of a process, including data outside its JavaScript heap (Linux); 0 if unknown. */
export function megabytesOf({ pid }: Pick<ChildProcess, 'pid'>): number {
  try {
    const [, kilobytes = 0] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}
