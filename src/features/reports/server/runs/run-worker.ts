import { setTimeout as delay } from 'node:timers/promises'
import { executeRun, type RunDeps, RunLostError } from './execute-run.ts'
import { type ClaimedRun, claimRun, delayRun, deleteExpiredRuns, releaseRun } from './run-queries.ts'

const pollIntervalMs = 1000

/** Runs background reports until stopped. `stop` releases runs in progress to the next process. */
export function startRunWorker(deps: RunDeps): { stop(): Promise<void> } {
  const { db, log } = deps
  const stopping = new AbortController()
  const executing = new Set<Promise<void>>()

  async function execute(run: ClaimedRun) {
    try {
      await executeRun(deps, run, stopping.signal)
    } catch (error) {
      if (error instanceof RunLostError) return
      if (!stopping.signal.aborted) log.warn({ reference: run.id, err: error }, 'report run failed')
      await (stopping.signal.aborted ? releaseRun : delayRun)(db, run)
    }
  }

  async function claimRuns() {
    await deleteExpiredRuns(db)
    for (let run = await claimRun(db); run; run = await claimRun(db)) {
      const execution = execute(run)
        .catch((error: unknown) =>
          log.warn({ reference: run.id, err: error }, 'failed to release report run'),
        )
        .finally(() => executing.delete(execution))
      executing.add(execution)
    }
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await claimRuns().catch((error: unknown) => log.warn({ err: error }, 'failed to claim report run'))
      await delay(pollIntervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await Promise.all(executing)
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
