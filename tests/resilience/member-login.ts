import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { logMemberIn, openIdCard } from '#members/contract.ts'
import { freePort, run, terminate, waitUntilReady } from './portal-run.ts'
import { describeRemaining, killRemaining } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

/** SHARE=0.1 tries a tenth of the pairs, for a quick check. */
const pairs = Math.ceil(500 * Number(process.env.SHARE ?? 1))
const maxDifferenceMs = 5
const firstStartMs = 600_000
const password = 'demo-portal-2026'
/** Guesses that fill the places of 99 addresses: their lead over the member, and the limits on the duration of logins. */
const distributed = { addresses: 99, places: 5, leadMs: 5000, maxMs: 45_000, maxKnownMs: 5000 }
const failures = { perAccount: 10, slowed: 3 }

/** Login responses reveal nothing to an attacker and slow down guessing. */
export const memberLogin: Scenario = {
  shows: `In ${pairs} paired attempts, responses to unknown names and wrong passwords are indistinguishable, and so are responses to ID card requests with wrong details. Guessing slows down while the right password still works.`,
  async run(report) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-members-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }
    const usual = { PATH, HOME, LOG_LEVEL: 'error', ...settings }
    const limits = { CARD_LOOKUP_FAILURES_PER_SESSION: '1000000', CARD_LOOKUP_FAILURES_PER_POLICY: '1000000' }
    const env = { ...usual, ...limits, MEMBER_FAILURES_PER_ACCOUNT: '1000000' }
    try {
      const open = run([process.execPath, 'src/app/main.ts'], { env })
      await waitUntilReady(open, port, firstStartMs)
      await checkResponsePairs(port, report)
      await checkWrongCards(port, open.output(), report)
      await terminate(open)
      const portal = run([process.execPath, 'src/app/main.ts'], { env: usual })
      await waitUntilReady(portal, port)
      await checkGuessing(port, report)
      await checkDistributedGuessing(port, report)
      await terminate(portal)
      report(
        'leaves no process behind',
        (await describeRemaining(dataDir)) === '',
        await describeRemaining(dataDir),
      )
    } finally {
      killRemaining(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** Alternates the order within each pair, so that other load on the machine affects both alike. */
async function checkResponsePairs(port: number, report: Report) {
  const [unknown, wrong]: [Answer[], Answer[]] = [[], []]
  for (let warm = 0; warm < 20; warm += 1)
    await logIn(port, { name: 'alpine-member', address: addressFor(warm) })
  for (let pair = 0; pair < pairs; pair += 1) {
    const tries = [
      async () => unknown.push(await logIn(port, { name: `nobody-${pair}`, address: addressFor(pair) })),
      async () => wrong.push(await logIn(port, { name: 'alpine-member', address: addressFor(pair) })),
    ]
    for (const attempt of pair % 2 === 0 ? tries : tries.reverse()) await attempt()
  }
  const distinct = new Set([...unknown, ...wrong].map(({ status, body }) => `${status} ${body}`))
  report(
    `${2 * pairs} responses have the same status and body`,
    distinct.size === 1,
    [...distinct].join(' / ').slice(0, 120),
  )
  const [forUnknown, forWrong] = [medianMs(unknown), medianMs(wrong)]
  const seen = `${forUnknown.toFixed(2)} ms for unknown names, ${forWrong.toFixed(2)} ms for wrong passwords`
  report(
    `their median times are within ${maxDifferenceMs} ms`,
    Math.abs(forUnknown - forWrong) < maxDifferenceMs,
    seen,
  )
}

async function checkGuessing(port: number, report: Report) {
  const visitor = { name: 'lagoon-member', address: '198.51.100.200' }
  for (let guess = 0; guess < failures.perAccount; guess += 1) await logIn(port, visitor)
  const slowed: Answer[] = []
  for (let guess = 0; guess < failures.slowed; guess += 1) slowed.push(await logIn(port, visitor))
  const seconds = slowed.map(({ ms }) => Math.floor(ms / 1000)).join(', ')
  report(
    'responses are delayed by 1, 2 and 4 seconds after ten failures',
    seconds === '1, 2, 4',
    `${seconds} s`,
  )
  const right = await logIn(port, { ...visitor, password })
  report(
    'the right password succeeds after the delay',
    right.status === 200,
    `${(right.ms / 1000).toFixed(1)} s`,
  )
}

/** Fills all places of many addresses with guesses while a member logs in from a new device and from a known one. */
async function checkDistributedGuessing(port: number, report: Report) {
  const name = 'lagoon-member'
  const known = await logIn(port, { name, address: '198.51.100.201', password })
  const guesses = Array.from({ length: distributed.addresses * distributed.places }, (_, at) =>
    logIn(port, { name, address: `192.0.2.${1 + (at % distributed.addresses)}` }),
  )
  await delay(distributed.leadMs)
  const [stranger, member] = await Promise.all([
    logIn(port, { name, address: '198.51.100.202', password }),
    logIn(port, { name, address: '198.51.100.202', password, cookie: known.cookie }),
  ])
  const statuses = Map.groupBy(await Promise.all(guesses), ({ status }) => status)
  const counts = [...statuses].map(([status, answers]) => `${answers.length} × ${status}`).join(', ')
  const outcome = ({ status, ms }: Answer) => `${status} after ${(ms / 1000).toFixed(1)} s`
  report(
    `${guesses.length} guesses from ${distributed.addresses} addresses do not keep a new device out`,
    stranger.status === 200 && stranger.ms < distributed.maxMs,
    `${outcome(stranger)}; guesses: ${counts}`,
  )
  report(
    'a known device does not wait for the guesses',
    member.status === 200 && member.ms < distributed.maxKnownMs,
    outcome(member),
  )
}

type Answer = { status: number; body: string; ms: number; cookie: string }
type Attempt = { name: string; address: string; password?: string; cookie?: string }

const addressFor = (pair: number) => `203.0.113.${1 + (pair % 250)}`

/** Compares the responses to wrong cards, which differ from the valid one in one field or in all. */
async function checkWrongCards(port: number, said: string, report: Report) {
  const [, policy = '', firstName = '', lastName = '', dateOfBirth = ''] =
    /policy (\S+), (\S+) (\S+), born ([\d/]+)/.exec(said) ?? []
  const right = { policy, firstName, lastName, dateOfBirth }
  const { cookie } = await logIn(port, { name: 'alpine-member', address: addressFor(0), password })
  const reasons: Record<string, object> = {
    'another number': { ...right, policy: 'ALP1-POL-000000' },
    'another first name': { ...right, firstName: 'Nobody' },
    'another last name': { ...right, lastName: 'Nobody' },
    'another day': { ...right, dateOfBirth: '1/1/1901' },
    'no day': { ...right, dateOfBirth: 'never' },
    'nothing at all': {},
  }
  const card = (typed: object) =>
    post(port, openIdCard.path, { payload: JSON.stringify(typed), headers: { cookie } })
  const found = await card(right)
  report('the demo card opens', found.status === 200 && found.body.startsWith('%PDF'))
  const answers = new Map(Object.keys(reasons).map((reason) => [reason, [] as Answer[]]))
  for (let round = 0; round < pairs / 2; round += 1)
    for (const [reason, typed] of Object.entries(reasons)) answers.get(reason)?.push(await card(typed))
  const all = [...answers.values()].flat()
  const distinct = new Set(all.map(({ status, body }) => `${status} ${body}`))
  const isSamePage = distinct.size === 1 && all[0]?.status === 404
  report(`${all.length} wrong cards of ${answers.size} kinds return the same page, byte for byte`, isSamePage)
  const medians = [...answers].map(([reason, of]) => [reason, medianMs(of)] as const)
  const times = medians.map(([, ms]) => ms)
  const seen = medians.map(([reason, ms]) => `${reason} ${ms.toFixed(2)} ms`).join(', ')
  report(
    `their median times are within ${maxDifferenceMs} ms`,
    Math.max(...times) - Math.min(...times) < maxDifferenceMs,
    seen,
  )
}

/** Logs in through the trusted proxy. */
function logIn(port: number, { name, address, ...typed }: Attempt): Promise<Answer> {
  const payload = JSON.stringify({ UserName: name, Password: typed.password ?? 'not the password, at all' })
  const cookie = typed.cookie !== undefined && { cookie: typed.cookie }
  return post(port, logMemberIn.path, { payload, headers: { 'x-forwarded-for': address, ...cookie } })
}

type Sent = { payload: string; headers: Record<string, string> }

/** Sends a POST; returns the response without its error reference. */
function post(port: number, path: string, { payload, headers: own }: Sent): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...own }
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({ port, method: 'POST', path, headers }, async (answer) => {
    const body = (await answer.setEncoding('utf8').toArray()).join('')
    const status = answer.statusCode ?? 0
    const cookie = (answer.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; ')
    resolve({ status, cookie, body: body.replace(/,"reference":"[^"]*"/, ''), ms: performance.now() - began })
  })
  sent.on('error', reject).end(payload)
  return promise
}

function medianMs(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 0
}
