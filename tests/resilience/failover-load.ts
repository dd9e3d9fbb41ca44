import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { addToOutbox } from '#platform/mail/outbox.ts'
import type { openMailServer } from '#test-support/mail-server.ts'
import { createFeedReader, type FeedReader } from './decision-feed-reader.ts'
import { endUndoTimes, findRecords } from './decision-records.ts'
import { addPendingItns, approval, createDecider, type Decider } from './decision-staff.ts'
import type { Report } from './scenario.ts'

export const people = 16
/** The pause of a person between two decisions, and before a request that failed is repeated. */
const thinkMs = 400
const retryMs = 200
const mailMs = 500
const releaseMs = 500
const looksMs = 100
const arrivalMs = 60_000
/** Bills for more decisions than are made until the next fault. */
const stock = 2_000

type MailServer = Awaited<ReturnType<typeof openMailServer>>

/** Sixteen people who decide bills until each is acknowledged, mail that is written, and a back office that reads. */
export type Load = {
  /** The acknowledged decisions in the order of their responses. */
  acknowledged: { itn: string; at: number; requests: number }[]
  /** Responses other than 200 and 503. */
  unexpected: string[]
  /** The subjects of the mail that was saved. */
  mailed: string[]
  feed: FeedReader
  /** How many requests were repeated, and how often a person had no bill left. */
  counts: { repeated: number; idle: number }
  /** Adds bills until there are enough for a fault. */
  refill(): Promise<void>
  stop(): Promise<void>
}

type LoadContext = {
  direct: DatabaseContext
  address: string
  prefix: string
  /** Adds pending bills and returns their ITNs; by default, with the import of this version. */
  addBills?: (prefix: string, count: number) => Promise<string[]>
}

export async function startLoad({
  direct,
  address,
  prefix,
  addBills = (...asked) => addPendingItns(direct, ...asked),
}: LoadContext): Promise<Load> {
  const stopping = new AbortController()
  const waiting: string[] = []
  let files = 0
  const load: Load = {
    acknowledged: [],
    unexpected: [],
    mailed: [],
    feed: await createFeedReader(direct, address, prefix.toLowerCase()),
    counts: { repeated: 0, idle: 0 },
    async refill() {
      if (waiting.length >= stock) return
      files += 1
      waiting.push(...(await addBills(`${prefix}-${files}`, stock)))
    },
    async stop() {
      stopping.abort()
      load.feed.stop()
      await running
    },
  }
  await load.refill()
  const deciders = await Promise.all(
    Array.from({ length: people }, (_, at) => createDecider(direct.app, address, `${prefix} ${at}`)),
  )
  const { signal } = stopping
  const running = Promise.all([
    ...deciders.map((decider) => decideUntilStopped(decider, waiting, load, signal)),
    repeat(signal, mailMs, () => sendMail(direct, prefix, load)),
    repeat(signal, releaseMs, () => endUndoTimes(direct, `${prefix}-`)),
    load.feed.follow(),
  ])
  return load
}

async function decideUntilStopped(decider: Decider, waiting: string[], load: Load, signal: AbortSignal) {
  while (!signal.aborted) {
    const itn = waiting.shift()
    if (itn === undefined) load.counts.idle += 1
    else await decideUntilAcknowledged(decider, itn, load, signal)
    await pause(thinkMs)
  }
}

/** Repeats a decision with its key, as the page does, until the portal acknowledges it. */
async function decideUntilAcknowledged(decider: Decider, itn: string, load: Load, signal: AbortSignal) {
  for (let requests = 1; !signal.aborted; requests += 1) {
    const answer = await decider.decide(approval(itn), itn)
    if (answer?.statusCode === 200)
      return void load.acknowledged.push({ itn, at: performance.now(), requests })
    if (answer && answer.statusCode !== 503) load.unexpected.push(`${answer.statusCode} ${answer.message}`)
    load.counts.repeated += 1
    await pause(retryMs)
  }
}

async function sendMail(direct: DatabaseContext, prefix: string, { mailed }: Load) {
  const subject = `${prefix} mail ${performance.now()}`
  await addToOutbox(direct.app, { to: 'ada@example.com', subject, text: subject, html: `<p>${subject}</p>` })
  mailed.push(subject)
}

/** Repeats `work` until stopped; a lost connection does not end it. */
async function repeat(signal: AbortSignal, everyMs: number, work: () => Promise<unknown>) {
  while (!signal.aborted) {
    await work().catch(() => {})
    await pause(everyMs)
  }
}

/** The longest time without an acknowledged decision since this moment. */
export function findLongestGap({ acknowledged }: Load, since = 0): number {
  let [longest, last] = [0, since || (acknowledged[0]?.at ?? 0)]
  for (const { at } of acknowledged) {
    if (at < last) continue
    longest = Math.max(longest, at - last)
    last = at
  }
  return Math.round(longest)
}

/** Waits until what was decided and mailed after this moment has arrived. Returns what did not. */
export async function findStandstill(load: Load, mail: MailServer, timeoutMs: number): Promise<string[]> {
  const [decided, mailed] = [load.acknowledged.length, load.mailed.length]
  const loops = {
    decisions: () => load.acknowledged.length > decided,
    mail: () => load.mailed.slice(mailed).some((subject) => findMail(mail, subject).length > 0),
    'release of decisions': () => {
      const later = new Set(load.acknowledged.slice(decided).map(({ itn }) => itn))
      return load.feed.delivered().some(({ itn }) => later.has(itn))
    },
  }
  const end = performance.now() + timeoutMs
  let left = Object.entries(loops)
  while (left.length > 0 && performance.now() < end) {
    await pause(looksMs)
    left = left.filter(([, hasResumed]) => !hasResumed())
  }
  return left.map(([name]) => name)
}

/** The identifiers of the messages that arrived with this subject. */
export const findMail = ({ arrived }: MailServer, subject: string) =>
  arrived.flatMap(({ message }) =>
    message.includes(`Subject: ${subject}\r`) ? [/^Message-ID: (.+)\r$/m.exec(message)?.[1] ?? ''] : [],
  )

type Checked = { direct: DatabaseContext; mail: MailServer; report: Report }

/**
 * Checks that each decision of a load that has stopped is stored, fed to the back office and audited once, and that its mail
 * has arrived. Returns the ITNs of the stored decisions.
 */
export async function checkDeliveries({ direct, mail, report }: Checked, load: Load, prefix: string) {
  const { unexpected, mailed, feed } = load
  const { decisions, messages, audits } = await findRecords(direct, prefix)
  const stored = new Set(decisions)
  const lists = [decisions, messages, audits]
  const isOnce = lists.every((list) => list.length === stored.size && new Set(list).size === stored.size)
  report('each decision is stored once, with one message and one audit entry', isOnce, `${stored.size}`)
  report('no request gets an unexpected response', unexpected.length === 0, unexpected.slice(0, 3).join('; '))
  await endUndoTimes(direct, `${prefix}-`)
  await feed.readToEnd()
  const delivered = feed.delivered(`${prefix}-`).map(({ itn }) => itn)
  const isComplete = delivered.toSorted().join() === decisions.toSorted().join()
  report('the back-office feed delivers each decision once', isComplete, `${delivered.length} delivered`)
  const end = performance.now() + arrivalMs
  const findUnsent = () => mailed.filter((subject) => findMail(mail, subject).length === 0)
  while (findUnsent().length > 0 && performance.now() < end) await pause(looksMs)
  const isRepeated = mailed.filter((subject) => new Set(findMail(mail, subject)).size > 1)
  report(
    'every saved mail arrives, with one identifier',
    findUnsent().length === 0 && isRepeated.length === 0,
    `${mailed.length} saved, ${findUnsent().length} missing`,
  )
  return stored
}
