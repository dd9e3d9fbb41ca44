import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Application } from './application.ts'
import { clusterDataDir, socketDir } from './cluster-folders.ts'
import { EmbeddedPostgresError, messages } from './embedded-errors.ts'
import { findPostmaster, stopServer } from './pg-process.ts'
import {
  acquireLock,
  acquireUsageLock,
  findClusterUsers,
  type KernelLock,
  type Purpose,
  tryLock,
  type UsageLock,
} from './usage-locks.ts'

const timeoutMs = 6 * 60_000

/** This process's use of an embedded PostgreSQL: the first process starts it, and the last one stops it. */
export class ClusterUsage {
  #home: string
  #application: Application
  #usageLock: UsageLock
  #lock: KernelLock | undefined

  private constructor(home: string, application: Application, usageLock: UsageLock, lock: KernelLock) {
    this.#home = home
    this.#application = application
    this.#usageLock = usageLock
    this.#lock = lock
    process.once('exit', this.#leaveOnExit)
  }

  /**
   * Registers this process once no other process is starting or stopping PostgreSQL, and blocks other
   * processes until `settle`. Rejects a second server.
   */
  static async enter(home: string, application: Application, purpose: Purpose): Promise<ClusterUsage> {
    const lock = await acquireLock(join(home, 'lock'), application, timeoutMs)
    try {
      if (purpose === 'server') rejectSecondServer(home, application)
      const usageLock = acquireUsageLock(locksDir(home), application, purpose)
      return new ClusterUsage(home, application, usageLock, lock)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Whether another living process also uses PostgreSQL. */
  isShared(): boolean {
    const users = findClusterUsers(locksDir(this.#home), this.#application)
    return users.some(({ name }) => name !== this.#usageLock.name)
  }

  /** Lets other processes start and stop PostgreSQL again. */
  settle(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** Runs the work while no other process starts or stops PostgreSQL. */
  async alone(work: () => Promise<void>): Promise<void> {
    this.#lock = await acquireLock(join(this.#home, 'lock'), this.#application, timeoutMs)
    await work().finally(() => this.settle())
  }

  /** Ends this process's use of PostgreSQL, and stops PostgreSQL if no other process uses it. */
  async leave(): Promise<void> {
    this.#lock ??= await acquireLock(join(this.#home, 'lock'), this.#application, timeoutMs)
    process.off('exit', this.#leaveOnExit)
    try {
      if (!this.isShared()) await this.#stop()
    } finally {
      this.#usageLock.release()
      this.settle()
    }
  }

  async #stop() {
    const data = clusterDataDir(this.#home)
    await stopServer(data)
    rmSync(socketDir(data, this.#application), { recursive: true, force: true })
  }

  /** A process that exits without leaving can still ask PostgreSQL to stop, but not wait for it. */
  #leaveOnExit = () => {
    this.#lock ??= tryLock(join(this.#home, 'lock'), this.#application)
    if (!this.#lock) return
    const running = this.isShared() ? undefined : findPostmaster(clusterDataDir(this.#home))
    if (running) process.kill(running.processId, 'SIGINT')
    this.#usageLock.release()
  }
}

function locksDir(home: string): string {
  return join(home, 'leases')
}

function rejectSecondServer(home: string, application: Application) {
  const first = findClusterUsers(locksDir(home), application).find(({ purpose }) => purpose === 'server')
  if (!first) return
  throw new EmbeddedPostgresError(messages.alreadyRuns(application, dirname(home), first.processId))
}
