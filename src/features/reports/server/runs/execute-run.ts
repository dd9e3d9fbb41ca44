import { setTimeout as delay } from 'node:timers/promises'
import { grantedReportOf } from '#clients/server/client-reports.ts'
import { now } from '#platform/contract/clock.ts'
import { type ClientScope, type Database, withScope } from '#platform/server/database.ts'
import { logWorkerOutput } from '#platform/server/documents/worker-log.ts'
import type { Log } from '#platform/server/log.ts'
import type { Config } from '#platform/server/settings.ts'
import { scopeLeft } from '#sign-in/server/recheck-entitlements.ts'
import { reportPdf } from '../render-report.ts'
import type { Report } from '../report.ts'
import { runStatementMs } from '../report-limits.ts'
import { namesOf } from '../report-request.ts'
import { reportFor } from '../reports.ts'
import { type ClaimedRun, endRun, keepPart, updateProgress, withAllRuns } from './run-queries.ts'

const sayEveryMs = 400
const partBytes = 1 << 20

/** Dependencies for background reports. */
export type RunDeps = {
  db: Database
  log: Log
  config: Pick<Config, 'COMPANY_NAME' | 'PORTAL_TIME_ZONE' | 'INTERNAL_CLIENT_ID'>
}

/** The run was cancelled or taken over by another process, so this process must stop. */
export class RunLostError extends Error {
  override name = 'RunLostError'
}

/**
 * Renders and stores the PDF of a run and reports progress. Throws `RunLostError` as soon as this process no longer owns
 * the run.
 */
export async function makeRun(deps: RunDeps, run: ClaimedRun, stopping: AbortSignal) {
  const over = new AbortController()
  const lost = new AbortController()
  const drawn = { rows: 0 }
  const signal = AbortSignal.any([stopping, lost.signal])
  const saying = reportProgressUntilDone(deps.db, run, drawn, { lost, over: over.signal })
  try {
    const rights = await recheckEntitlements(deps, run)
    const pdf = rights && (await pdfOf(deps, run, { ...rights, signal, drawn }))
    if (pdf) return await keep(deps.db, run, rights.scope, pdf, drawn.rows)
    deps.log.warn(
      { reference: run.id },
      rights ? 'report run rejected: no data left' : 'report run rejected: requester lost access',
    )
    await withAllRuns(deps.db, (transaction) => endRun(transaction, run, 'failed', drawn.rows))
  } finally {
    over.abort()
    await saying
  }
}

/** The report and codes of a run, if its requester may still see all of them. */
async function recheckEntitlements({ db, config }: RunDeps, { userId, clientId, codes, code }: ClaimedRun) {
  const left = await scopeLeft(db, { userId, clientId, codes, internal: config.INTERNAL_CLIENT_ID })
  const report = left && reportFor(left.features, code)
  const isLeft = left?.scope.length === codes.length && (await grantedReportOf(db, clientId, code))
  return report && isLeft ? { report, scope: left.scope } : undefined
}

type Drawing = { report: Report; scope: ClientScope; signal: AbortSignal; drawn: { rows: number } }

async function pdfOf(deps: RunDeps, run: ClaimedRun, { report, scope, signal, drawn }: Drawing) {
  const { COMPANY_NAME: company, PORTAL_TIME_ZONE: timeZone } = deps.config
  const period = { first: run.first, last: run.last, timeZone, at: now() }
  const clients = await namesOf(deps.db, scope)
  const renderPool = { db: deps.db, onWorkerLog: logWorkerOutput(deps.log.child({ reference: run.id })) }
  const { pdf } = await reportPdf(renderPool, {
    report,
    title: { company, report: run.name, client: run.client, clients, period },
    scope,
    signal,
    statementMs: runStatementMs,
    isMade: async (_scoped, found) => found !== undefined,
    progress: (rows) => {
      drawn.rows = rows
    },
  })
  return pdf
}

/** Stores the whole PDF, or nothing if this process no longer owns the run. */
const keep = (db: Database, run: ClaimedRun, scope: ClientScope, pdf: Uint8Array, rows: number) =>
  withScope(db, scope, async (scoped) => {
    if (!(await endRun(scoped, run, 'done', rows))) throw new RunLostError()
    for (let from = 0; from < pdf.length; from += partBytes) {
      const bytes = pdf.subarray(from, from + partBytes)
      await keepPart(scoped, run, { position: from / partBytes, bytes })
    }
  })

type Watch = { lost: AbortController; over: AbortSignal }

async function reportProgressUntilDone(
  db: Database,
  run: ClaimedRun,
  drawn: { rows: number },
  { lost, over }: Watch,
) {
  for (;;) {
    await delay(sayEveryMs, undefined, { signal: over }).catch(() => {})
    if (over.aborted) return
    // A brief database outage does not mean that the run is lost; the next update shows who owns it.
    const isMine = await updateProgress(db, run, drawn.rows).catch(() => true)
    if (!isMine && !over.aborted) return lost.abort(new RunLostError())
  }
}
