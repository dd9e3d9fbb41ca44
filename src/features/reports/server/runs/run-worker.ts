import { setTimeout as delay } from 'node:timers/promises'
import { makeRun, type RunDeps, RunLostError } from './execute-run.ts'
import { type ClaimedRun, claimRun, delayRun, forgetOldRuns, leaveRun } from './run-queries.ts'

const lookEveryMs = 1000

/** Runs background reports while the portal is up. `stop` releases those in progress to the next process. */
export function startRuns(deps: RunDeps): { stop(): Promise<void> } {
  const { db, log } = deps
  const stopping = new AbortController()
  const making = new Set<Promise<void>>()

  async function make(run: ClaimedRun) {
    try {
      await makeRun(deps, run, stopping.signal)
    } catch (error) {
      if (error instanceof RunLostError) return
      if (!stopping.signal.aborted) log.warn({ reference: run.id, err: error }, 'report run failed')
      await (stopping.signal.aborted ? leaveRun : delayRun)(db, run)
    }
  }

  async function look() {
    await forgetOldRuns(db)
    for (let run = await claimRun(db); run; run = await claimRun(db)) {
      const made = make(run)
        .catch((error: unknown) =>
          log.warn({ reference: run.id, err: error }, 'failed to release report run'),
        )
        .finally(() => making.delete(made))
      making.add(made)
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await look().catch((error: unknown) => log.warn({ err: error }, 'failed to claim report run'))
      await delay(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(making)
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
