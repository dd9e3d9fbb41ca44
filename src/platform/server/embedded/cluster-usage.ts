import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataIn, socketOf } from './cluster-paths.ts'
import { type KernelLock, lockOf, tryLock } from './kernel-lock.ts'
import { messages } from './messages.ts'
import { OpenError } from './open-error.ts'
import { stopServer } from './pg-process.ts'
import { postmasterOf } from './postmaster.ts'
import { holdersOf, type Lease, type Purpose, takeLease } from './usage-locks.ts'

const timeoutMs = 6 * 60_000

/** This process's use of a PostgreSQL: the first user starts it, the last one stops it. */
export class Tenancy {
  #home: string
  #lease: Lease
  #lock: KernelLock | undefined

  private constructor(home: string, lease: Lease, lock: KernelLock) {
    this.#home = home
    this.#lease = lease
    this.#lock = lock
    process.once('exit', this.#leaveUnasked)
  }

  /**
   * Enters once no other process is starting or stopping it, and blocks others until settled. Rejects a
   * second server.
   */
  static async enter(home: string, purpose: Purpose): Promise<Tenancy> {
    const lock = await lockOf(join(home, 'lock'), timeoutMs)
    try {
      if (purpose === 'server') refuseSecondServer(home)
      return new Tenancy(home, takeLease(leasesIn(home), purpose), lock)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /** Whether another living process uses it too. */
  isShared(): boolean {
    return holdersOf(leasesIn(this.#home)).some(({ name }) => name !== this.#lease.name)
  }

  /** Lets other processes start and stop it again. */
  settle(): void {
    this.#lock?.release()
    this.#lock = undefined
  }

  /** Runs the work while no other process starts or stops it. */
  async alone(work: () => Promise<void>): Promise<void> {
    this.#lock = await lockOf(join(this.#home, 'lock'), timeoutMs)
    await work().finally(() => this.settle())
  }

  /** Releases it and stops it if no other process uses it. */
  async leave(): Promise<void> {
    this.#lock ??= await lockOf(join(this.#home, 'lock'), timeoutMs)
    process.off('exit', this.#leaveUnasked)
    try {
      if (!this.isShared()) await this.#stop()
    } finally {
      this.#lease.release()
      this.settle()
    }
  }

  async #stop() {
    const data = dataIn(this.#home)
    await stopServer(data)
    rmSync(socketOf(data), { recursive: true, force: true })
  }

  /** A process that exits without leaving can still ask PostgreSQL to stop, but not wait for it. */
  #leaveUnasked = () => {
    this.#lock ??= tryLock(join(this.#home, 'lock'))
    if (!this.#lock) return
    const running = this.isShared() ? undefined : postmasterOf(dataIn(this.#home))
    if (running) process.kill(running.processId, 'SIGINT')
    this.#lease.release()
  }
}

function leasesIn(home: string): string {
  return join(home, 'leases')
}

function refuseSecondServer(home: string) {
  const first = holdersOf(leasesIn(home)).find(({ purpose }) => purpose === 'server')
  if (!first) return
  throw new OpenError(messages.alreadyRuns(dirname(home), first.processId))
}
