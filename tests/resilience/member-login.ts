import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logMemberIn, openIdCard } from '#members/contract.ts'
import { freePort, ready, run, terminate } from './portal-run.ts'
import { endAll, leftOf } from './processes.ts'
import type { Report, Scenario } from './scenario.ts'

/** SHARE=0.1 tries a tenth of the pairs, for a quick check. */
const pairs = Math.ceil(500 * Number(process.env.SHARE ?? 1))
const closest = 5
const firstStartMs = 600_000
const password = 'demo-portal-2026'
const failures = { perAccount: 10, slowed: 3 }

/** What login responses reveal to an attacker: nothing, and ever more slowly. */
export const memberLogin: Scenario = {
  shows: `Unknown names and wrong passwords are indistinguishable in ${pairs} pairs, and so are wrong cards; guessing slows down while the right password still works.`,
  async run(tell) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-members-'))
    const port = await freePort()
    const { PATH = '', HOME = '' } = process.env
    const settings = { DATA_DIR: dataDir, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' }
    const usual = { PATH, HOME, LOG_LEVEL: 'error', ...settings }
    const limits = { CARD_LOOKUP_FAILURES_PER_SESSION: '1000000', CARD_LOOKUP_FAILURES_PER_POLICY: '1000000' }
    const env = { ...usual, ...limits, MEMBER_FAILURES_PER_ACCOUNT: '1000000' }
    try {
      const open = run([process.execPath, 'src/app/main.ts'], { env })
      await ready(open, port, firstStartMs)
      await pairsAreAlike(port, tell)
      await wrongCardsAreAlike(port, open.said(), tell)
      await terminate(open)
      const portal = run([process.execPath, 'src/app/main.ts'], { env: usual })
      await ready(portal, port)
      await guessingSlowsDown(port, tell)
      await terminate(portal)
      tell('no process is left behind', (await leftOf(dataDir)) === '', await leftOf(dataDir))
    } finally {
      endAll(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
}

/** Alternates the order within each pair, so that other load on the machine affects both alike. */
async function pairsAreAlike(port: number, tell: Report) {
  const [unknown, wrong]: [Answer[], Answer[]] = [[], []]
  for (let warm = 0; warm < 20; warm += 1)
    await logIn(port, { name: 'alpine-member', address: addressOf(warm) })
  for (let pair = 0; pair < pairs; pair += 1) {
    const tries = [
      async () => unknown.push(await logIn(port, { name: `nobody-${pair}`, address: addressOf(pair) })),
      async () => wrong.push(await logIn(port, { name: 'alpine-member', address: addressOf(pair) })),
    ]
    for (const attempt of pair % 2 === 0 ? tries : tries.reverse()) await attempt()
  }
  const told = new Set([...unknown, ...wrong].map(({ status, body }) => `${status} ${body}`))
  tell(
    `${2 * pairs} answers have one status and one body`,
    told.size === 1,
    [...told].join(' / ').slice(0, 120),
  )
  const [forUnknown, forWrong] = [medianOf(unknown), medianOf(wrong)]
  const seen = `${forUnknown.toFixed(2)} ms for unknown names, ${forWrong.toFixed(2)} ms for wrong passwords`
  tell(`their median times are within ${closest} ms`, Math.abs(forUnknown - forWrong) < closest, seen)
}

async function guessingSlowsDown(port: number, tell: Report) {
  const visitor = { name: 'lagoon-member', address: '198.51.100.200' }
  for (let guess = 0; guess < failures.perAccount; guess += 1) await logIn(port, visitor)
  const slowed: Answer[] = []
  for (let guess = 0; guess < failures.slowed; guess += 1) slowed.push(await logIn(port, visitor))
  const seconds = slowed.map(({ ms }) => Math.floor(ms / 1000)).join(', ')
  tell('after ten failures answers wait 1, 2 and 4 seconds', seconds === '1, 2, 4', `${seconds} s`)
  const right = await logIn(port, { ...visitor, password })
  tell('the right password gets in after the wait', right.status === 200, `${(right.ms / 1000).toFixed(1)} s`)
}

type Answer = { status: number; body: string; ms: number; cookie: string }
type Attempt = { name: string; address: string; password?: string }

const addressOf = (pair: number) => `203.0.113.${1 + (pair % 250)}`

/** Alternates as above; cards differ from the valid one in one field, another, or all. */
async function wrongCardsAreAlike(port: number, said: string, tell: Report) {
  const [, policy = '', firstName = '', lastName = '', dateOfBirth = ''] =
    /policy (\S+), (\S+) (\S+), born ([\d/]+)/.exec(said) ?? []
  const right = { policy, firstName, lastName, dateOfBirth }
  const { cookie } = await logIn(port, { name: 'alpine-member', address: addressOf(0), password })
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
  tell('the card that the start names opens', found.status === 200 && found.body.startsWith('%PDF'))
  const answers = new Map(Object.keys(reasons).map((reason) => [reason, [] as Answer[]]))
  for (let round = 0; round < pairs / 2; round += 1)
    for (const [reason, typed] of Object.entries(reasons)) answers.get(reason)?.push(await card(typed))
  const all = [...answers.values()].flat()
  const told = new Set(all.map(({ status, body }) => `${status} ${body}`))
  const isOne = told.size === 1 && all[0]?.status === 404
  tell(`${all.length} wrong cards of ${answers.size} kinds are one page, byte for byte`, isOne)
  const medians = [...answers].map(([reason, of]) => [reason, medianOf(of)] as const)
  const times = medians.map(([, ms]) => ms)
  const seen = medians.map(([reason, ms]) => `${reason} ${ms.toFixed(2)} ms`).join(', ')
  tell(`their median times are within ${closest} ms`, Math.max(...times) - Math.min(...times) < closest, seen)
}

/** A login through the trusted proxy. */
function logIn(port: number, { name, address, ...typed }: Attempt): Promise<Answer> {
  const payload = JSON.stringify({ UserName: name, Password: typed.password ?? 'not the password, at all' })
  return post(port, logMemberIn.path, { payload, headers: { 'x-forwarded-for': address } })
}

type Sent = { payload: string; headers: Record<string, string> }

/** The answer without its reference. */
function post(port: number, path: string, { payload, headers: own }: Sent): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...own }
  const began = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request({ port, method: 'POST', path, headers }, async (answer) => {
    const body = (await answer.setEncoding('utf8').toArray()).join('')
    const status = answer.statusCode ?? 0
    const [cookie = ''] = answer.headers['set-cookie']?.map((set) => set.split(';')[0] ?? '') ?? []
    resolve({ status, cookie, body: body.replace(/,"reference":"[^"]*"/, ''), ms: performance.now() - began })
  })
  sent.on('error', reject).end(payload)
  return promise
}

function medianOf(answers: readonly Answer[]): number {
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return times[Math.floor(times.length / 2)] ?? 0
}
