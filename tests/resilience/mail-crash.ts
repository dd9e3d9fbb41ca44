import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getCaptchaChallenge, searchProviders, sendFeedback } from '#provider-search/contract.ts'
import { feedbackItem } from '#provider-search/email-validation.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { solutionOf, tokenFor } from '#test-support/solved-captcha.ts'
import { freePort, ready, run, terminate } from './portal-run.ts'
import { endAll, leftOf, portalOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const rounds = 50
/** The outbox is polled every second, so kills within that time hit before, during and after a delivery. */
const longestWaitMs = 1_200
const timeoutMs = 30_000
/** The first start loads the demo data. */
const startMs = 180_000

const headers = { 'content-type': 'application/json', 'provider-code': 'publicDomestic' }

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }
type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** Mail under kill -9: every accepted mail arrives. */
export const mailKills: Scenario = {
  shows: `The portal is killed ${rounds} times between accepting and sending a mail, and every mail arrives.`,
  async run(tell) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-mail-'))
    const [port, server] = [await freePort(), await openMailServer()]
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), SMTP_URL: server.url }
    const env = { PATH, HOME, LOG_LEVEL: 'error', MAIL_LIMIT_PER_VISITOR: '1000', ...settings }
    try {
      await losesNoMail({ dataDir, port, env }, server, tell)
    } finally {
      endAll(dataDir)
      await server.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function losesNoMail(installation: PortalInstance, server: MailServer, tell: Report) {
  const accepted: string[] = []
  let unsent = 0
  for (let round = 0; round < rounds; round += 1) {
    const mark = `Mark ${round} of this proof.`
    if (await killAfterSubmit(installation, mark, (round * longestWaitMs) / rounds)) accepted.push(mark)
    if (!hasArrived(mark, server)) unsent += 1
  }
  const portal = start(installation)
  await ready(portal, installation.port)
  await arrivalOf(accepted, server)
  const missing = accepted.filter((mark) => !hasArrived(mark, server))
  tell(`${rounds} times kill -9, and every submit was accepted`, accepted.length === rounds)
  tell('many were killed before their mail was sent', unsent > rounds / 4, `${unsent} of ${rounds}`)
  tell('every accepted mail has arrived', missing.length === 0, missing.join(' '))
  const doubled = server.arrived.length - accepted.length
  tell(
    'a mail that arrived twice has the same Message-ID',
    idsOf(server).size === accepted.length,
    `${doubled} twice`,
  )
  await terminate(portal)
  tell(
    'no process is left behind',
    (await leftOf(installation.dataDir)) === '',
    await leftOf(installation.dataDir),
  )
}

const start = ({ env }: PortalInstance) => run([process.execPath, 'src/app/main.ts'], { env })

/** Whether the feedback was accepted before the portal was killed. */
async function killAfterSubmit(
  installation: PortalInstance,
  mark: string,
  afterMs: number,
): Promise<boolean> {
  const portal = start(installation)
  await ready(portal, installation.port, startMs)
  const isAccepted = await submit(installation, mark)
  await pause(afterMs)
  const processId = portalOf(installation.dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
  await portal.ended
  return isAccepted
}

async function submit({ port }: PortalInstance, message: string): Promise<boolean> {
  const address = `http://127.0.0.1:${port}`
  const asked = await fetch(`${address}${getCaptchaChallenge.path}`)
  const challenge = getCaptchaChallenge.response.parse(await asked.json())
  const feedback = {
    providerName: await someProvider(address),
    name: 'Ann Example',
    email: 'ann@example.com',
    message,
    captchatoken: tokenFor(challenge, await solutionOf(challenge)),
    itemId: feedbackItem,
  }
  const answer = await fetch(`${address}${sendFeedback.path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(feedback),
  })
  return answer.ok
}

/** The name of a provider in the search, since feedback refers to one. */
async function someProvider(address: string) {
  const search = {
    providerSearchCode: 'publicDomestic',
    state: 'FL',
    city: 'Miami',
    providerType: '0000000000',
  }
  const body = JSON.stringify(search)
  const answer = await fetch(`${address}${searchProviders.path}`, { method: 'POST', headers, body })
  return searchProviders.response.parse(await answer.json()).results[0]?.name
}

async function arrivalOf(marks: string[], server: MailServer) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end && !marks.every((mark) => hasArrived(mark, server))) await pause(50)
}

const hasArrived = (mark: string, { arrived }: MailServer) =>
  arrived.some(({ message }) => message.includes(mark))

const idsOf = ({ arrived }: MailServer) =>
  new Set(arrived.map(({ message }) => /^Message-ID: (.+)\r$/m.exec(message)?.[1]))
