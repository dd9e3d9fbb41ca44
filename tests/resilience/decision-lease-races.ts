import { setTimeout as pause } from 'node:timers/promises'
import { leaseSeconds } from '#authorizations/rules.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { findRecords } from './decision-records.ts'
import {
  addPendingItns,
  approval,
  createDecider,
  type Decider,
  denial,
  runConcurrently,
} from './decision-staff.ts'
import type { Races } from './decision-undo-races.ts'
import type { PortalInstance } from './decisions.ts'
import { withPlantedFault } from './portal-builds.ts'
import { run, terminate, waitUntilReady } from './portal-run.ts'
import type { Report } from './scenario.ts'

type Two = [ada: Decider, bob: Decider]

/** A race for one bill: what happens, and the statuses of the leases and of the decisions that it may end with. */
type Race = { run(itn: string, two: Two): Promise<string>; ends: RegExp }

const join = (...statuses: (number | undefined)[]) => statuses.join()
const getStatus = (answer: { statusCode: number } | undefined) => answer?.statusCode

/** Takes a lease. Returns the status, or whom the bill is shown to be open with if that is not just the other person. */
async function lease(by: Decider, other: string, itn: string, isOpen = true) {
  const { status, others } = await by.lease(itn, isOpen)
  if (others.length === 0 || others.join() === other) return status
  throw new Error(`${itn} is shown as open with ${others.join()} instead of ${other}.`)
}

const races: Race[] = [
  {
    // Both open the bill, see each other, and decide.
    async run(itn, [ada, bob]) {
      const leases = await Promise.all([lease(ada, 'Bob', itn), lease(bob, 'Ada', itn)])
      const shown = await Promise.all(
        [ada, bob].map(async (each) => (await each.findReviewing(itn)).get(itn)),
      )
      const decided = await Promise.all([ada.decide(approval(itn)), bob.decide(denial(itn))])
      return `${join(...leases)} ${shown.join()} ${decided.map(getStatus).sort().join()}`
    },
    ends: /^200,200 Bob,Ada 200,409$/,
  },
  {
    // Bob opens the bill that Ada is deciding.
    async run(itn, [ada, bob]) {
      const opened = await lease(ada, 'Bob', itn)
      const [decided, second] = await Promise.all([ada.decide(approval(itn)), lease(bob, 'Ada', itn)])
      return join(opened, second, getStatus(decided))
    },
    ends: /^200,200,200$/,
  },
  {
    // Ada closes the bill that Bob is deciding.
    async run(itn, [ada, bob]) {
      const opened = [await lease(ada, 'Bob', itn), await lease(bob, 'Ada', itn)]
      const [closed, decided] = await Promise.all([lease(ada, 'Bob', itn, false), bob.decide(denial(itn))])
      return join(...opened, closed, getStatus(decided))
    },
    ends: /^200,200,200,200$/,
  },
  {
    // Ada keeps the bill open that Bob decides, and then decides it too.
    async run(itn, [ada, bob]) {
      const opened = await lease(ada, 'Bob', itn)
      const [renewed, decided] = await Promise.all([lease(ada, 'Bob', itn), bob.decide(denial(itn))])
      return join(opened, renewed, getStatus(decided), getStatus(await ada.decide(approval(itn))))
    },
    ends: /^200,200,200,409$/,
  },
]

/** Returns how the races for some bills ended that should have ended otherwise. */
async function findUnexpected(itns: readonly string[], two: Two): Promise<string[]> {
  const outcomes = await runConcurrently(itns, async (itn, at) => {
    const race = races[at % races.length] as Race
    const outcome = await race.run(itn, two).catch((error: Error) => error.message)
    return race.ends.test(outcome) ? '' : `${itn}: ${outcome}`
  })
  return outcomes.filter((outcome) => outcome !== '')
}

/** Has two people open, close and decide each bill at the same time. */
export async function checkLeaseRaces({ databaseContext, races: count }: Races, two: Two, report: Report) {
  const unexpected = await findUnexpected(await addPendingItns(databaseContext, 'LEASE', count), two)
  report(
    `in ${count} races of two leases, the rules accept or refuse each decision, and each sees the other`,
    unexpected.length === 0,
    unexpected.slice(0, 3).join('; '),
  )
  const { decisions, messages, audits } = await findRecords(databaseContext, 'LEASE')
  const isOnce = [decisions, messages, audits].every(
    (list) => list.length === count && new Set(list).size === count,
  )
  report('each bill that two people had open has one decision, one message and one audit entry', isOnce)
}

const leftBills = 30

/** Has two people open bills and leave. Returns a check that nobody is shown once the leases are over. */
export async function leaveBills({ databaseContext, address }: Races, [ada, bob]: Two, report: Report) {
  const cara = await createDecider(databaseContext.app, address, 'Cara')
  const itns = await addPendingItns(databaseContext, 'LEFT', leftBills)
  await runConcurrently(itns, async (itn, at) => {
    if (at % 3 !== 1) await ada.lease(itn)
    if (at % 3 !== 0) await bob.lease(itn)
    return itn
  })
  const overAt = performance.now() + leaseSeconds * 1000
  const shown = await cara.findReviewing('LEFT-')
  const isShown = itns.every((itn, at) => {
    const names = at % 3 === 0 ? 'Ada' : at % 3 === 1 ? 'Bob' : 'Ada,Bob'
    return shown.get(itn)?.toSorted().join() === names
  })
  report('others see who has a bill open', isShown)
  return async () => {
    await pause(Math.max(0, overAt - performance.now()))
    const [left, raced] = [await cara.findReviewing('LEFT-'), await cara.findReviewing('LEASE-')]
    const still = [...left.keys(), ...raced.keys()]
    report(
      `${leaseSeconds} s after people left, no bill is shown as open with them`,
      still.length === 0,
      still.slice(0, 3).join(),
    )
    const decided = await runConcurrently(itns, async (itn) => cara.decide(denial(itn)))
    const refused = decided.filter(({ statusCode }) => statusCode !== 200)
    report('the bills that they left can be decided', decided.length === leftBills && refused.length === 0)
  }
}

/** A bill that another person has open is not found. */
const fault = {
  file: 'src/features/authorizations/server/decision-queries.ts',
  code: `where r.itn = \${command.itn}\n`,
  planted: `where r.itn = \${command.itn}
               and not exists (select from authorization_lease l
                                where l.itn = r.itn and l.user_id <> \${command.by.id} and l.expires_at > \${now()})
`,
}
const plantedRaces = 20

/** Runs some races against a build in which a lease is a lock. */
export async function checkPlantedLock(
  databaseContext: DatabaseContext,
  { env, port }: PortalInstance,
  report: Report,
) {
  await withPlantedFault(fault, async (folder) => {
    const portal = run([process.execPath, 'src/app/main.ts'], { env, cwd: folder })
    await waitUntilReady(portal, port)
    const address = `http://127.0.0.1:${port}`
    const ada = await createDecider(databaseContext.app, address, 'Ada')
    const bob = await createDecider(databaseContext.app, address, 'Bob')
    const itns = await addPendingItns(databaseContext, 'LOCK', plantedRaces)
    const caught = await findUnexpected(itns, [ada, bob])
    report(
      'a planted build in which a lease is a lock is caught',
      caught.length > 0,
      `${caught.length} of ${plantedRaces} races`,
    )
    await terminate(portal)
  })
}
