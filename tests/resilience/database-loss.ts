import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseContext, openDatabaseContext } from '#platform/server/database-context.ts'
import { addToOutbox } from '#platform/server/mail/outbox.ts'
import { readConfig } from '#platform/server/settings.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { addBills } from '#test-support/report-fixture.ts'
import { openTcpProxy, type TcpProxy } from '#test-support/tcp-proxy.ts'
import {
  createServingRole,
  environment,
  found,
  type Portal,
  portUrl,
  readiness,
  startPortal,
  withExternalServer,
} from './external-server.ts'
import { ready, terminate } from './portal-run.ts'
import { readerAt } from './report-reader.ts'
import { someIncident } from './report-records.ts'
import type { Report, Scenario } from './scenario.ts'

const silenceMs = 60_000
const timeoutMs = 90_000
const stopMs = 20_000
const bills = 12_000
const startMs = 600_000

type MailServer = Awaited<ReturnType<typeof openMailServer>>
type Scene = { portal: Portal; proxy: TcpProxy; mail: MailServer; direct: DatabaseContext }

/** A database host that vanishes without closing its connections, like a lost machine or a firewall. */
export const databaseLoss: Scenario = {
  shows: `The database host goes silent for ${silenceMs / 1000} s under load: searches, mail and reports resume, and a stop ends in time.`,
  run: (tell) =>
    withExternalServer(async (installation) => {
      await createServingRole(installation)
      const mail = await openMailServer()
      const proxy = await openTcpProxy(`${installation.server.superuser.host}/.s.PGSQL.5432`)
      try {
        const portal = await startPortal(
          { ...installation, url: portUrl(proxy.port) },
          { SMTP_URL: mail.url },
        )
        await ready(portal.process, portal.port, startMs)
        const direct = await openDatabaseContext(
          readConfig(environment(installation, 0)),
          'command',
          () => {},
        )
        try {
          await survivesSilence({ portal, proxy, mail, direct }, tell)
          await stopsInSilence({ portal, proxy }, tell)
        } finally {
          await direct.close()
        }
      } finally {
        await proxy.close()
        await mail.close()
      }
    }),
}

async function survivesSilence({ portal, proxy, mail, direct }: Scene, tell: Report) {
  const address = `http://127.0.0.1:${portal.port}`
  await addBills(direct.owner, 'ALP1', await someIncident(direct), bills)
  const reader = await readerAt(direct.app, address, 'Ada')
  const report = await reader.ordered()
  const load = searchesUntil(portal)

  proxy.silence()
  await putMail(direct, 'written in the silence')
  tell('without its database it is not ready', (await within(timeoutMs, () => readiness(portal), 503)) >= 0)
  const alive = await fetch(`${address}/healthz`)
  tell('but alive', alive.ok, `${alive.status}`)
  await pause(silenceMs)

  proxy.recover()
  const readyMs = await within(timeoutMs, () => readiness(portal), 200)
  tell('it is ready again by itself', readyMs >= 0, `${readyMs} ms after the host is back`)
  const sentMs = await within(timeoutMs, async () => mail.arrived.length, 1)
  tell('mail is sent again', sentMs >= 0, `${sentMs} ms later`)
  const { state } = await reader.ended(report)
  const { status } = await reader.opened(report)
  tell('the large report is finished', state === 'done' && status === 200, `${state}, ${status}`)
  load.stop()
  const answers = await load.answers
  const strange = answers.filter((answer) => !/^(\d+$|503 )/.test(answer))
  const after = await found(portal, 'clinic')
  tell('each search is answered, or refused in words', strange.length === 0, `${answers.length} searches`)
  tell('and finds again', typeof after === 'number' && after > 0, `${after}`)
  tell('the mail is sent once', mail.arrived.length === 1, `${mail.arrived.length}`)
}

async function stopsInSilence({ portal, proxy }: Pick<Scene, 'portal' | 'proxy'>, tell: Report) {
  const load = searchesUntil(portal)
  await found(portal, 'clinic')
  proxy.silence()
  const late = found(portal, 'clinic').catch((error: Error) => error.name)
  await pause(500)
  const began = performance.now()
  const code = await Promise.race([terminate(portal.process), pause(timeoutMs, 'still running')])
  const took = Math.round(performance.now() - began)
  tell(`SIGTERM ends it within ${stopMs / 1000} s`, code === 0 && took <= stopMs + 500, `${code}, ${took} ms`)
  load.stop()
  await Promise.all([load.answers, late])
}

/** Five users who search continuously until stopped. */
function searchesUntil(portal: Portal) {
  let isOver = false
  const answers = Promise.all(
    Array.from({ length: 5 }, async () => {
      const seen: string[] = []
      while (!isOver) {
        seen.push(String(await found(portal, 'clinic').catch(({ name }: Error) => `failed: ${name}`)))
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

/** Milliseconds until `look` returns the expected value, or -1. */
async function within(limitMs: number, look: () => Promise<number>, wanted: number): Promise<number> {
  const began = performance.now()
  while (performance.now() - began < limitMs) {
    if ((await look().catch(() => undefined)) === wanted) return Math.round(performance.now() - began)
    await pause(100)
  }
  return -1
}

async function putMail(direct: DatabaseContext, subject: string) {
  await addToOutbox(direct.app, { to: 'ada@example.com', subject, text: subject, html: `<p>${subject}</p>` })
}
