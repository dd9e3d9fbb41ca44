import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { searchProviders } from '#provider-search/contract.ts'
import { getCaptchaChallenge, sendFeedback } from '#provider-search/mail-contract.ts'
import { feedbackItem } from '#provider-search/mail-form-validation.ts'
import { openMailServer } from '#test-support/mail-server.ts'
import { computeSolution, encodeToken } from '#test-support/solved-captcha.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, findPortalProcess, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

const rounds = 50
/** The outbox is polled every second, so kills within that time hit before, during and after a delivery. */
const maxWaitMs = 1_200
const timeoutMs = 30_000
/** The first start loads the demo data. */
const startMs = 180_000

const headers = { 'content-type': 'application/json', 'provider-code': 'publicDomestic' }

type PortalInstance = { dataDir: string; port: number; env: Record<string, string> }
type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** Email under kill -9: every accepted email arrives. */
export const mailCrash: Scenario = {
  shows: `The portal is killed ${rounds} times between accepting and sending an email, and every email arrives.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-mail-'))
    const [port, server] = [await freePort(), await openMailServer()]
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), SMTP_URL: server.url }
    const env = { PATH, HOME, LOG_LEVEL: 'error', MAIL_LIMIT_PER_VISITOR: '1000', ...settings }
    try {
      await checkMail({ dataDir, port, env }, server, report)
    } finally {
      killRemaining(dataDir)
      await server.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

async function checkMail(installation: PortalInstance, server: MailServer, report: Report) {
  const accepted: string[] = []
  let unsent = 0
  for (let round = 0; round < rounds; round += 1) {
    const mark = `Mark ${round} of this scenario.`
    if (await killAfterSubmit(installation, mark, (round * maxWaitMs) / rounds)) accepted.push(mark)
    if (!hasArrived(mark, server)) unsent += 1
  }
  const portal = start(installation)
  await waitUntilReady(portal, installation.port)
  await waitForArrival(accepted, server)
  const missing = accepted.filter((mark) => !hasArrived(mark, server))
  report(`every submission is accepted before each of ${rounds} kill -9`, accepted.length === rounds)
  report('many kills happen before the mail is sent', unsent > rounds / 4, `${unsent} of ${rounds}`)
  report('every accepted mail arrives', missing.length === 0, missing.join(' '))
  const duplicates = server.arrived.length - accepted.length
  report(
    'a mail that arrives twice has the same Message-ID',
    messageIds(server).size === accepted.length,
    `${duplicates} duplicates`,
  )
  await terminate(portal)
  report(
    'leaves no process behind',
    (await describeRemaining(installation.dataDir)) === '',
    await describeRemaining(installation.dataDir),
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
  await waitUntilReady(portal, installation.port, startMs)
  const isAccepted = await submit(installation, mark)
  await pause(afterMs)
  const processId = findPortalProcess(installation.dataDir)
  if (processId) process.kill(processId, 'SIGKILL')
  await portal.ended
  return isAccepted
}

async function submit({ port }: PortalInstance, message: string): Promise<boolean> {
  const address = `http://127.0.0.1:${port}`
  const asked = await fetch(`${address}${getCaptchaChallenge.path}`)
  const challenge = getCaptchaChallenge.response.parse(await asked.json())
  const feedback = {
    providerName: await findProviderName(address),
    name: 'Ann Example',
    email: 'ann@example.com',
    message,
    captchatoken: encodeToken(challenge, await computeSolution(challenge)),
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
async function findProviderName(address: string) {
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

async function waitForArrival(marks: string[], server: MailServer) {
  const end = performance.now() + timeoutMs
  while (performance.now() < end && !marks.every((mark) => hasArrived(mark, server))) await pause(50)
}

const hasArrived = (mark: string, { arrived }: MailServer) =>
  arrived.some(({ message }) => message.includes(mark))

const messageIds = ({ arrived }: MailServer) =>
  new Set(arrived.map(({ message }) => /^Message-ID: (.+)\r$/m.exec(message)?.[1]))
