import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#platform/config/settings.ts'
import { type DatabaseContext, openDatabaseContext } from '#platform/db/database-context.ts'
import { addToOutbox } from '#platform/mail/outbox.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { openTcpProxy, type TcpProxy } from '#test-support/tcp-proxy.ts'
import {
  createServingRole,
  environment,
  fetchReadiness,
  type Portal,
  portUrl,
  search,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { terminate, waitUntilReady } from './portal-run.ts'
import { createReportReader } from './report-reader.ts'
import { findIncident } from './report-records.ts'
import type { Report, Scenario } from './scenario.ts'

const silenceMs = 60_000
const timeoutMs = 90_000
const stopMs = 20_000
const bills = 12_000
const startMs = 600_000

type MailServer = Awaited<ReturnType<typeof openMailServer>>
type Context = { portal: Portal; proxy: TcpProxy; mail: MailServer; direct: DatabaseContext }

/** A database host that vanishes without closing its connections, like a lost machine or a firewall. */
export const databaseLoss: Scenario = {
  shows: `The database host goes silent for ${silenceMs / 1000} s under load: searches, mail and reports resume, and shutdown finishes in time.`,
  run: (report) =>
    withExternalServer(async (installation) => {
      await createServingRole(installation)
      const mail = await openMailServer()
      const proxy = await openTcpProxy(`${installation.server.superuser.host}/.s.PGSQL.5432`)
      try {
        const portal = await startPortal(
          { ...installation, url: portUrl(proxy.port) },
          { SMTP_URL: mail.url },
        )
        await waitUntilReady(portal.process, portal.port, startMs)
        const direct = await openDatabaseContext(
          readConfig(environment(installation, 0)),
          'command',
          () => {},
        )
        try {
          await checkSilence({ portal, proxy, mail, direct }, report)
          await checkStop({ portal, proxy }, report)
        } finally {
          await direct.close()
        }
      } finally {
        await proxy.close()
        await mail.close()
      }
    }),
}

async function checkSilence({ portal, proxy, mail, direct }: Context, report: Report) {
  const address = `http://127.0.0.1:${portal.port}`
  await addBills(direct.owner, 'ALP1', await findIncident(direct), bills)
  const reader = await createReportReader(direct.app, address, 'Ada')
  const runId = await reader.requestRun()
  const load = searchContinuously(portal)

  proxy.silence()
  await addMail(direct, 'written during the outage')
  report(
    '/readyz returns 503 without the database',
    (await measureUntil(timeoutMs, () => fetchReadiness(portal), 503)) >= 0,
  )
  const alive = await fetch(`${address}/healthz`)
  report('/healthz still returns 200', alive.ok, `${alive.status}`)
  await pause(silenceMs)

  proxy.recover()
  const readyMs = await measureUntil(timeoutMs, () => fetchReadiness(portal), 200)
  report('the portal becomes ready again on its own', readyMs >= 0, `${readyMs} ms after the host is back`)
  const sentMs = await measureUntil(timeoutMs, async () => mail.arrived.length, 1)
  report('mail delivery resumes', sentMs >= 0, `${sentMs} ms later`)
  const { state } = await reader.ended(runId)
  const { status } = await reader.opened(runId)
  report('the large report is completed', state === 'done' && status === 200, `${state}, ${status}`)
  load.stop()
  const answers = await load.answers
  const unexpected = answers.filter((answer) => !/^(\d+$|503 )/.test(answer))
  const after = await search(portal, 'clinic')
  report('each search returns results or a message', unexpected.length === 0, `${answers.length} searches`)
  report('searches return results again', typeof after === 'number' && after > 0, `${after}`)
  report('the mail is sent once', mail.arrived.length === 1, `${mail.arrived.length}`)
}

async function checkStop({ portal, proxy }: Pick<Context, 'portal' | 'proxy'>, report: Report) {
  const load = searchContinuously(portal)
  await search(portal, 'clinic')
  proxy.silence()
  const late = search(portal, 'clinic').catch((error: Error) => error.name)
  await pause(500)
  const began = performance.now()
  const code = await Promise.race([terminate(portal.process), pause(timeoutMs, 'still running')])
  const took = Math.round(performance.now() - began)
  report(
    `SIGTERM stops the portal within ${stopMs / 1000} s`,
    code === 0 && took <= stopMs + 500,
    `${code}, ${took} ms`,
  )
  load.stop()
  await Promise.all([load.answers, late])
}

/** Five users who search continuously until stopped. */
function searchContinuously(portal: Portal) {
  let isOver = false
  const answers = Promise.all(
    Array.from({ length: 5 }, async () => {
      const seen: string[] = []
      while (!isOver) {
        seen.push(String(await search(portal, 'clinic').catch(({ name }: Error) => `failed: ${name}`)))
        await pause(50)
      }
      return seen
    }),
  ).then((all) => all.flat())
  const stop = () => {
    isOver = true
  }
  return { stop, answers }
}

/**
 * Returns how many milliseconds pass until `look` returns the expected value, or -1 if the limit passes
 * first.
 */
async function measureUntil(limitMs: number, look: () => Promise<number>, wanted: number): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < limitMs) {
    if ((await look().catch(() => undefined)) === wanted) return Math.round(performance.now() - began)
    await pause(100)
  }
  return -1
}

async function addMail(direct: DatabaseContext, subject: string) {
  await addToOutbox(direct.app, { to: 'ada@example.com', subject, text: subject, html: `<p>${subject}</p>` })
}
