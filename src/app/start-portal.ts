import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import {
  notificationCleanup,
  startNotificationWorker,
} from '#authorizations/server/backoffice/notification-worker.ts'
import { decisionsCleanup } from '#authorizations/server/decision-queries.ts'
import { startQueueEmailWorker } from '#authorizations/server/queue-email/queue-email-worker.ts'
import { leasesCleanup } from '#authorizations/server/queue-queries.ts'
import { emergencyCleanup } from '#cases/server/emergency/emergency-queries.ts'
import { findPlaces } from '#geography/contract.ts'
import { membersCleanup } from '#members/server/members-cleanup.ts'
import { memberLoginHint } from '#members/server/members-seed.ts'
import { startAuditStream } from '#platform/audit-stream/stream-worker.ts'
import type { Log } from '#platform/config/log.ts'
import { protectionNotice } from '#platform/config/production-rules.ts'
import type { Environment } from '#platform/config/setting-values.ts'
import { type Config, rejectUnsafeSettings } from '#platform/config/settings.ts'
import { startWarnings } from '#platform/config/start-warnings.ts'
import { startAuditSealing } from '#platform/db/audit-chain-queries.ts'
import { startColumnEncryption } from '#platform/db/column-encryption/column-encryption-worker.ts'
import type { Database } from '#platform/db/database.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { requestCountCleanup } from '#platform/http/rate-limit/request-count-queries.ts'
import { startCertificateRenewal } from '#platform/http/tls-options.ts'
import { refusalCleanup } from '#platform/http/unauthenticated-requests.ts'
import { type CleanupJob, startCleanup } from '#platform/jobs/cleanup.ts'
import type { Worker } from '#platform/jobs/poll-worker.ts'
import { createMailTransport } from '#platform/mail/mail-transport.ts'
import { mailCleanup, startMailWorker } from '#platform/mail/outbox.ts'
import { startEncryption } from '#platform/pdf/document-service/encryption/encryption-worker.ts'
import { startLauncher } from '#platform/pdf/worker-launcher.ts'
import { captchaCleanup } from '#provider-search/server/feedback-routes.ts'
import { providerEmailCleanup } from '#provider-search/server/provider-email-mail.ts'
import { warmUpSuggestions } from '#provider-search/server/suggestion-cache.ts'
import { reportsCleanup } from '#reports/server/runs/run-queries.ts'
import { startRunWorker } from '#reports/server/runs/run-worker.ts'
import { retentionCleanup, startRetention } from '#retention/server/retention-worker.ts'
import { signInHint } from '#sign-in/server/demo-accounts.ts'
import { startReadingLimitWorker } from '#sign-in/server/self-service/reading-limit-worker.ts'
import { signInCleanup } from '#sign-in/server/sign-in-cleanup.ts'
import { signingKeyCleanup } from '#sign-in/server/tokens/portal-tokens.ts'
import { listen, publishMetrics, rejectUnusableAddress } from './listen.ts'
import { prepareDatabase } from './prepare-database.ts'
import { openServer } from './server.ts'
import { messages } from './startup-messages.ts'
import { createDocumentCheck, waitForColumnKeys, waitForDocuments } from './wait-for-documents.ts'

/** A shutdown takes at most 20 s: this long for running work, the rest for the database. */
const stopTimeoutMs = 17_000

/** What the serving role deletes on a schedule. */
export const cleanupJobs: readonly CleanupJob[] = [
  ...signInCleanup,
  ...membersCleanup,
  ...providerEmailCleanup,
  ...captchaCleanup,
  ...mailCleanup,
  ...reportsCleanup,
  ...notificationCleanup,
  ...decisionsCleanup,
  ...emergencyCleanup,
  ...requestCountCleanup,
  ...refusalCleanup,
]

/** What only the owner may delete, also on a schedule. */
export const ownerCleanupJobs: readonly CleanupJob[] = [
  ...leasesCleanup,
  ...retentionCleanup,
  ...signingKeyCleanup,
]

export type Portal = { address: string; close(): Promise<void> }

/**
 * Opens the database, prepares the data, listens and reports when the portal is ready. On a database that other
 * portals use, it listens only then: a proxy sends requests to each portal that listens. Otherwise it listens first, and
 * says what it waits for. The environment has the variables of libraries, for the notice about connections without TLS.
 */
export async function startPortal(
  config: Config,
  log: Log,
  say: (line: string) => void,
  environment: Environment = {},
): Promise<Portal> {
  rejectUnsafeSettings(config)
  startLauncher()
  warnAtStart({ config, log, say }, environment)
  const databaseContext = await openDatabaseContext(config, 'server', say, log)
  let waiting: string | undefined = messages.starting
  const closers: (() => Promise<unknown>)[] = []
  const close = async () => {
    waiting = messages.stopping
    await settleWithin(
      stopTimeoutMs,
      closers.splice(0).map((stop) => stop()),
      log,
    )
    await databaseContext.close()
  }
  try {
    const app = await openServer({
      config,
      db: databaseContext.app,
      replica: databaseContext.replica,
      log,
      pages: true,
      reasonToWait: () => waiting,
    })
    closers.push(() => app.close())
    if (databaseContext.isShared) say(messages.besideOthers)
    const early = await (databaseContext.isShared ? rejectUnusableAddress(config) : listen(app, config))
    const metrics = await publishMetrics(app, config)
    if (metrics) closers.push(() => closed(metrics))
    if (config.TLS_CERTIFICATE_FILE) {
      const servers = [app.server, ...(metrics ? [metrics] : [])]
      closers.push(startCertificateRenewal({ files: config, servers, log }).stop)
    }
    const wait = (reason: string) => {
      waiting = reason
    }
    await prepareDatabase(databaseContext, config, wait)
    await waitForData({ databaseContext, config, log }, wait)
    waiting = undefined
    const address = early ?? (await listen(app, config))
    startWorkers(app, databaseContext, { config, log }, ({ stop, readJob }) => {
      closers.push(stop)
      app.watchJob(readJob)
    })
    say(messages.ready(config.PUBLIC_URL ?? address))
    // Without waiting: a signal that comes as soon as the portal is ready has to find what closes it.
    void sayHints(databaseContext.app, { config, log, say })
    void warmUp(app, databaseContext.app, log)
    return { address, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts what the portal repeats while it runs, and hands each over before the next one starts. */
function startWorkers(
  { columnMetrics: metrics }: FastifyInstance,
  { app: db, background, owner }: DatabaseContext,
  { config, log }: { config: Config; log: Log },
  watch: (worker: Worker) => void,
) {
  watch(startMailWorker(db, createMailTransport(config), log))
  watch(startNotificationWorker({ db, config, log }))
  watch(startQueueEmailWorker({ db, config, log }))
  watch(startCleanup('cleanup', { db, jobs: cleanupJobs, log }))
  watch(startCleanup('owner_cleanup', { db: owner, jobs: ownerCleanupJobs, log }))
  watch(startAuditSealing(owner, log))
  watch(startAuditStream(owner, config, log))
  watch(startRetention(owner, config, log))
  watch(startEncryption(owner, config, log))
  watch(startColumnEncryption({ owner, metrics, log }, config))
  watch(startReadingLimitWorker(owner, config, log))
  watch(startRunWorker({ db, background, config, log }))
}

type Waiting = { databaseContext: DatabaseContext; config: Config; log: Log }

/** Waits for the keys of encrypted columns and for the documents; calls `wait` with the reason. */
async function waitForData({ databaseContext, config, log }: Waiting, wait: (reason: string) => void) {
  const listenFor = (event: string) => ({
    wait,
    say: (text: string) => {
      log.warn(event)
      databaseContext.print(text)
    },
  })
  await waitForColumnKeys(databaseContext, listenFor('column keys missing'))
  await waitForDocuments(
    createDocumentCheck(databaseContext, config),
    listenFor('documents missing or unavailable'),
  )
}

/** Reads what suggestions of places, types and providers keep in memory, before the first visitor types. */
async function warmUp(app: FastifyInstance, db: Database, log: Log) {
  try {
    await app.inject({ method: 'POST', url: findPlaces.path, payload: { searchTerm: 'Miami' } })
    await warmUpSuggestions(db)
  } catch (err) {
    log.warn({ err }, 'warm-up of suggestions failed')
  }
}

type Start = { config: Config; log: Log; say: (line: string) => void }

/** Says how to sign in and how members log in, if the portal has accounts for that. */
async function sayHints(db: Database, { config, log, say }: Start) {
  try {
    for (const hint of [signInHint(config), await memberLoginHint(db)]) if (hint) say(hint)
  } catch (err) {
    log.warn({ err }, 'reading demo accounts failed')
  }
}

function warnAtStart({ config, log, say }: Start, environment: Environment) {
  const notice = protectionNotice(config, environment)
  if (notice) {
    say(notice)
    log.info(notice)
  }
  for (const warning of startWarnings(config, environment)) {
    say(warning)
    log.warn(warning)
  }
}

/**
 * Waits for services to stop, up to a timeout; abandons anything that is stuck, for example on an unreachable
 * database.
 */
async function settleWithin(timeoutMs: number, stopping: Promise<unknown>[], log: Log) {
  const timeout = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => timeout.resolve('late'), timeoutMs)
  const outcome = await Promise.race([Promise.allSettled(stopping), timeout.promise])
  clearTimeout(timer)
  if (outcome === 'late') return log.warn('shutdown timed out')
  for (const each of outcome)
    if (each.status === 'rejected') log.warn({ err: each.reason }, 'service shutdown failed')
}

const closed = (server: Server) => new Promise((resolve) => server.close(resolve))
