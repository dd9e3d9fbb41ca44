import { findGrantedReport, findReportSettings } from '#clients/server/client-grants.ts'
import type { Log } from '#platform/config/log.ts'
import type { Config } from '#platform/config/settings.ts'
import { now } from '#platform/contract/clock.ts'
import { type ClientScope, type Database, withScope } from '#platform/db/database.ts'
import { startPollWorker, type Worker } from '#platform/jobs/poll-worker.ts'
import { logWorkerOutput } from '#platform/pdf/worker-process.ts'
import { traced } from '#platform/telemetry/traced.ts'
import type { AdmissionConfig } from '#sign-in/server/identity-providers/admission-condition.ts'
import { recheckEntitlements } from '#sign-in/server/staff-principal-query.ts'
import { renderReport } from '../render-report.ts'
import type { Report } from '../report-definition.ts'
import { findAvailableReport } from '../report-list.ts'
import { listClientNames } from '../report-request.ts'
import {
  type ClaimedRun,
  claimRun,
  delayRun,
  endRun,
  releaseRun,
  storePart,
  updateProgress,
  withAllRuns,
} from './run-queries.ts'

const pollIntervalMs = 1000

/** Runs background reports until stopped. `stop` releases runs in progress to the next process. */
export function startRunWorker(deps: RunDeps): Worker {
  const { db, log } = deps
  const executing = new Set<Promise<void>>()

  let haveFailed = false

  async function execute(run: ClaimedRun, stopping: AbortSignal) {
    try {
      await traced('make report', () => executeRun(deps, run, stopping))
    } catch (error) {
      if (error instanceof RunLostError) return
      haveFailed ||= !stopping.aborted
      if (!stopping.aborted) log.warn({ reference: run.id, err: error }, 'report run failed')
      await (stopping.aborted ? releaseRun : delayRun)(db, run)
    }
  }

  /** A run that failed since the last round makes this one a failure. */
  async function claimRuns(stopping: AbortSignal, noteFailure: () => void) {
    if (haveFailed) noteFailure()
    haveFailed = false
    for (let run = await claimRun(db); run; run = await claimRun(db)) {
      const execution = execute(run, stopping)
        .catch((error: unknown) =>
          log.warn({ reference: run.id, err: error }, 'failed to release report run'),
        )
        .finally(() => executing.delete(execution))
      executing.add(execution)
    }
  }

  const worker = startPollWorker({
    job: 'reports',
    intervalMs: pollIntervalMs,
    poll: claimRuns,
    log,
    failure: 'failed to claim report run',
  })
  return {
    async stop() {
      await worker.stop()
      await Promise.all(executing)
    },
    readJob: worker.readJob,
  }
}

const progressIntervalMs = 400
const partBytes = 1 << 20

/** Dependencies for background reports. */
type RunDeps = {
  db: Database
  /** The database for the queries of the reports, which take longer than those of requests. */
  background: Database
  log: Log
  config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE'> & AdmissionConfig
}

/** Thrown when a run was canceled or taken over by another process, so that this process stops. */
export class RunLostError extends Error {
  override name = 'RunLostError'
}

/**
 * Renders and stores the PDF of a run, and reports progress. Throws `RunLostError` once this process no longer owns the
 * run.
 */
export async function executeRun(deps: RunDeps, run: ClaimedRun, stopping: AbortSignal) {
  const lost = new AbortController()
  const progress = { rows: 0 }
  const signal = AbortSignal.any([stopping, lost.signal])
  const heartbeat = startHeartbeat(deps, run, progress, lost)
  try {
    const rights = await recheckRun(deps, run)
    const pdf = rights && (await renderRun(deps, run, { ...rights, signal, progress }))
    if (pdf) return await storePdf(deps.db, run, rights.scope, pdf, progress.rows)
    deps.log.warn(
      { reference: run.id },
      rights ? 'report run rejected: no data left' : 'report run rejected: requester lost access',
    )
    await withAllRuns(deps.db, (transaction) => endRun(transaction, run, 'failed', progress.rows))
  } finally {
    await heartbeat.stop()
  }
}

/** Returns the report and scope of a run if its requester may still see all of it. */
async function recheckRun({ db, config }: RunDeps, { userId, clientId, codes, code }: ClaimedRun) {
  const entitlements = await recheckEntitlements(db, {
    userId,
    clientId,
    codes,
    config,
  })
  const report = entitlements && findAvailableReport(entitlements.features, code)
  const isStillGranted =
    entitlements?.scope.length === codes.length && (await findGrantedReport(db, clientId, code))
  return report && isStillGranted ? { report, scope: entitlements.scope } : undefined
}

type RunRendering = { report: Report; scope: ClientScope; signal: AbortSignal; progress: { rows: number } }

async function renderRun(deps: RunDeps, run: ClaimedRun, { report, scope, signal, progress }: RunRendering) {
  const { COMPANY_NAME: company, PORTAL_TIME_ZONE: timeZone } = deps.config
  const { paper, baseCurrency } = await findReportSettings(deps.db, run.clientId)
  const period = { first: run.first, last: run.last, timeZone, at: now(), baseCurrency }
  const { basis, explanation } = report.view
  const clients = await listClientNames(deps.db, scope)
  const renderPool = {
    db: deps.background,
    onWorkerLog: logWorkerOutput(deps.log.child({ reference: run.id })),
  }
  const { pdf } = await renderReport(renderPool, {
    report,
    title: { company, report: run.name, client: run.client, clients, period, paper, basis, explanation },
    scope,
    signal,
    shouldRender: async (_scoped, found) => found !== undefined,
    progress: (rows) => {
      progress.rows = rows
    },
  })
  return pdf
}

/** Stores the whole PDF, or nothing if this process no longer owns the run. */
const storePdf = (db: Database, run: ClaimedRun, scope: ClientScope, pdf: Uint8Array, rows: number) =>
  withScope(db, scope, async (scoped) => {
    if (!(await endRun(scoped, run, 'done', rows))) throw new RunLostError()
    for (let from = 0; from < pdf.length; from += partBytes) {
      const bytes = pdf.subarray(from, from + partBytes)
      await storePart(scoped, run, { position: from / partBytes, bytes })
    }
  })

/**
 * Reports progress until stopped, which also keeps other processes from taking the run over. Aborts `lost` once this
 * process no longer owns the run.
 */
const startHeartbeat = (
  { db, log }: RunDeps,
  run: ClaimedRun,
  progress: { rows: number },
  lost: AbortController,
): Worker =>
  startPollWorker({
    intervalMs: progressIntervalMs,
    poll: async (stopping) => {
      // A database error does not mean that the run is lost; the next update shows who owns it.
      const isMine = await updateProgress(db, run, progress.rows)
      if (!isMine && !stopping.aborted) lost.abort(new RunLostError())
    },
    log,
    failure: 'failed to report progress of report run',
  })
