import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClusterPaths } from './cluster-folders.ts'
import { EmbeddedPostgresError, isDiskFullMessage, messages } from './embedded-errors.ts'
import { as } from './os-user.ts'

export type ServerCommand = { paths: ClusterPaths; args: string[] }

const startTimeoutMs = 5 * 60_000
const fastStopMs = 30_000
const immediateStopMs = 10_000
const logLimit = 10_000_000
const heldByTheDying =
  /lock file ".*" already exists|pre-existing shared memory block|could not lock|could not bind/

/**
 * Returns a running, ready PostgreSQL: that of an interrupted process, if it was started with the same
 * arguments or others use it, otherwise a new one.
 */
export async function startServer(command: ServerCommand, othersUseIt: boolean): Promise<void> {
  const { data } = command.paths
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const found = findPostmaster(data)
    if (found?.state === 'ready' && (othersUseIt || isSame(found, command.args))) return
    if (found && found.state !== 'starting' && found.state !== '') await stopServer(data)
    if (!found && (await launch(command, deadline))) return
    await pause(10)
  }
  throw new EmbeddedPostgresError(messages.notReady(startTimeoutMs / 60_000, logFile(command.paths)))
}

/** Stops PostgreSQL, immediately if necessary: committed data is on disk. */
export async function stopServer(data: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
  ] as const) {
    const running = findPostmaster(data)
    if (!running) return
    process.kill(running.processId, signal)
    if (await isGone(running, timeoutMs)) return
  }
  throw new EmbeddedPostgresError(messages.notStopping(findPostmaster(data)?.processId))
}

async function isGone({ processId, command }: Postmaster, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (processCommand(processId) !== command) return true
    await pause(5)
  }
  return false
}

/**
 * True when it is ready; false when leftovers of an earlier process were in the way and the start should be
 * retried.
 */
async function launch(command: ServerCommand, deadline: number): Promise<boolean> {
  const { data } = command.paths
  rmSync(join(data, 'postmaster.pid'), { force: true })
  const readLog = trimLog(logFile(command.paths))
  const child = spawnServer(command)
  const end = () => child.kill('SIGINT')
  process.once('exit', end)
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  try {
    while (Date.now() < deadline) {
      const found = findPostmaster(data)
      if (found?.processId === child.pid && found?.state === 'ready') return true
      if (failure)
        throw new EmbeddedPostgresError(messages.cannotRun('PostgreSQL', failure.message), { cause: failure })
      if (child.exitCode !== null || child.signalCode !== null) return explainEnd(command.paths, readLog)
      await pause(5)
    }
    return false
  } finally {
    process.off('exit', end)
  }
}

/** Detached, because a Ctrl-C in our terminal is for us; we stop PostgreSQL when we are done. */
function spawnServer({ paths, args }: ServerCommand): ChildProcess {
  const log = openSync(logFile(paths), 'a', 0o600)
  const [program = '', ...rest] = args
  const child = spawn(program, rest, {
    ...as(paths.user),
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

/** Truncates a log that has grown too long and returns its size. */
function trimLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size <= logLimit) return size
  truncateSync(file)
  return 0
}

/** Throws the error in its log, unless leftovers of an earlier process were in the way. */
function explainEnd(paths: ClusterPaths, readLog: number): false {
  const said = readFileSync(logFile(paths)).subarray(readLog).toString()
  if (heldByTheDying.test(said)) return false
  const lines = said.trim().split('\n')
  const reason = lines.find((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
  if (isDiskFullMessage(said))
    throw new EmbeddedPostgresError(messages.diskFull(paths.application, paths.home))
  throw new EmbeddedPostgresError(messages.notStarting(reason, logFile(paths)))
}

function isSame(found: Postmaster, args: string[]): boolean {
  return found.command === args.join(' ')
}

function logFile(paths: ClusterPaths): string {
  return join(paths.home, 'postgres.log')
}

/** PostgreSQL's main process, as named by `postmaster.pid` and confirmed by the system. */
type Postmaster = { processId: number; state: string; command: string }

/** The living PostgreSQL of a data folder. A process that merely reuses its old ID does not count. */
export function findPostmaster(data: string): Postmaster | undefined {
  const processId = readPostmasterPid(data)
  const command = processId === undefined ? undefined : processCommand(processId)
  if (processId === undefined || !command?.includes(`-D ${data} `)) return undefined
  return { processId, state: readLines(data)[7]?.trim() ?? '', command }
}

/** The process ID in `postmaster.pid`, whether or not the process is alive. */
function readPostmasterPid(data: string): number | undefined {
  const processId = Number(readLines(data)[0])
  return processId > 0 ? processId : undefined
}

function readLines(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** The command of a living process; undefined if it is gone or a zombie. */
export function processCommand(processId: number): string | undefined {
  return process.platform === 'linux' ? commandFromProc(processId) : commandFromPs(processId)
}

function commandFromProc(processId: number): string | undefined {
  try {
    const words = readFileSync(`/proc/${processId}/cmdline`, 'utf8')
    return words === '' ? undefined : words.replace(/\0$/, '').replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

function commandFromPs(processId: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(processId)], {
      encoding: 'utf8',
    }).trim()
    return line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '')
  } catch {
    return undefined
  }
}
