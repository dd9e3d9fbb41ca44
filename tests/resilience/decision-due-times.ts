import { z } from 'zod'
import { listPendingAuthorizations } from '#authorizations/contract.ts'
import { updateDueTimes } from '#authorizations/server/due-time.ts'
import { readClients } from '#clients/server/clients-file.ts'
import { applyImport } from '#clients/server/clients-import.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { withEveryClient } from '#test-support/authorization-fixture.ts'
import { importItns } from './decision-staff.ts'
import type { PortalInstance } from './decisions.ts'
import type { MovedClock } from './moved-clock.ts'
import { withPlantedFault } from './portal-builds.ts'
import { terminate } from './portal-run.ts'
import { createStaffClient } from './portal-staff.ts'
import type { Report } from './scenario.ts'

/** The clocks of Santiago change at midnight, which one day of the year lacks and another one has twice. */
const zones = { NY: 'America/New_York', CL: 'America/Santiago' }
const holidays = ['2027-03-15', '2027-07-05', '2027-11-08']
const hours = 30
const workingDays = 2

const codes = Object.entries(zones).flatMap(([zone, timeZone]) => [
  { code: `${zone}-HOURS`, limit: { hours }, timeZone },
  { code: `${zone}-DAYS`, limit: { workingDays }, timeZone },
])

/** The moments that the clock passes, all of them later than any date of the demo data. */
const springInNewYork = { what: 'to daylight-saving time', at: '2027-03-14T07:00:00Z' }
const moments = [
  springInNewYork,
  { what: 'into a holiday', at: '2027-03-15T04:00:00Z' },
  { what: 'from daylight-saving time, at midnight', at: '2027-04-04T03:00:00Z' },
  { what: 'over midnight', at: '2027-06-02T04:00:00Z' },
  { what: 'out of a holiday', at: '2027-07-06T04:00:00Z' },
  { what: 'to daylight-saving time, at midnight', at: '2027-09-05T04:00:00Z' },
  { what: 'from daylight-saving time', at: '2027-11-07T06:00:00Z' },
]
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** When bills are received, before and after the moment. */
const receivedBefore = [-49 * hourMs, -24 * hourMs, -30 * minuteMs, -30 * secondMs]
const receivedAfter = [0, 30 * secondMs]
/** Where the clock then goes: past the moment, a day on, and back to before the moment. */
const passes = [minuteMs, 25 * hourMs, -hourMs, minuteMs]

type Bill = { itn: string; client: string; receivedAt: string }

/** Moves the clock over each moment, with this build and with one whose due times depend on the current time. */
export async function checkDueTimes(clock: MovedClock, { port }: PortalInstance, report: Report) {
  await addClient(clock.databaseContext.owner)
  const address = `http://127.0.0.1:${port}`
  const portal = await clock.start()
  for (const moment of moments) {
    const { bills, faults } = await passMoment({ clock, address, prefix: 'CLOCK' }, moment)
    report(
      `no due time jumps when the clock moves ${moment.what}`,
      faults.length === 0,
      faults.slice(0, 3).join('; ') || `${bills} bills`,
    )
  }
  await terminate(portal)
  await withPlantedFault(fault, async (folder) => {
    const planted = await clock.start(folder)
    const { faults } = await passMoment({ clock, address, prefix: 'JUMP' }, springInNewYork)
    report(
      'a planted build that computes due times by the current offset from UTC is caught',
      faults.length > 0,
      faults[0],
    )
    await terminate(planted)
  })
}

/** Due times are listed by the current offset from UTC instead of the one when the bill is due. */
const localOffset = (time: string) =>
  `((${time} at time zone 'America/New_York') - (${time} at time zone 'UTC'))`
const jumpingDueTime = `(r.due_at + ${localOffset('r.due_at')} - ${localOffset('clock_timestamp()')})`
const fault = {
  file: 'src/features/authorizations/server/pending-queries.ts',
  code: ' as own,',
  planted: ` as stored, (r.pending_fields::jsonb || jsonb_build_object('dueAt',
    to_char(${jumpingDueTime} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text as own,`,
}

/** Adds a client with a due rule of hours and one of working days in each time zone. */
async function addClient(owner: Database) {
  const rules = codes.map(({ code, limit, timeZone }) => ({
    code,
    name: code,
    dueRule: { ...limit, timeZone, holidays },
  }))
  const client = { id: 'clock', name: 'Clock', clientAuth: true, authorizers: 'all', codes: rules }
  const name = 'clock.yaml'
  const file = await readClients(JSON.stringify({ clients: [client] }), { name, folder: '', videoHosts: [] })
  const dependents = { endMemberSessions: async () => {}, updateDueTimes }
  await applyImport(owner, file, { name, actor: 'scenario', dependents })
}

type Passing = { clock: MovedClock; address: string; prefix: string }

/** Moves the clock over a moment. Returns the number of bills and what is wrong with their due times. */
async function passMoment({ clock, address, prefix }: Passing, { at }: (typeof moments)[number]) {
  const { databaseContext } = clock
  const moment = Date.parse(at)
  const name = `${prefix}-${at.slice(0, 10)}`
  const createBills = (offsets: readonly number[]): Bill[] =>
    offsets.flatMap((offset) =>
      codes.map(({ code }) => ({
        itn: `${name}-${code}-${offset / secondMs}`,
        client: code,
        receivedAt: new Date(moment + offset).toISOString(),
      })),
    )
  const bills = createBills(receivedBefore)
  await clock.moveTo(new Date(moment - minuteMs))
  await importItns(databaseContext, `${name}-before`, bills)
  const dueTimes = await computeDueTimes(databaseContext.owner, bills)
  const faults = await findFaults({ clock, address }, bills, dueTimes)
  await clock.moveTo(new Date(moment + minuteMs))
  const later = createBills(receivedAfter)
  await importItns(databaseContext, `${name}-after`, later)
  bills.push(...later)
  for (const [itn, due] of await computeDueTimes(databaseContext.owner, later)) dueTimes.set(itn, due)
  for (const offset of passes) {
    await clock.moveTo(new Date(moment + offset))
    faults.push(...(await findFaults({ clock, address }, bills, dueTimes)))
  }
  return { bills: bills.length, faults }
}

const storedBill = z.object({ itn: z.string(), dueAt: z.date() })

/**
 * Reads the queue. Returns what is wrong: a due time, listed or stored, that differs from the one computed here, the
 * order, or the time left.
 */
async function findFaults(
  { clock, address }: Omit<Passing, 'prefix'>,
  bills: readonly Bill[],
  dueTimes: Map<string, Date>,
): Promise<string[]> {
  const { app, owner } = clock.databaseContext
  // A session ends within hours, and the clock moves on by months.
  const staff = await createStaffClient(app, address, 'Clara', 'clock')
  const answer = await staff.send(listPendingAuthorizations.path, {})
  const all = listPendingAuthorizations.response.parse(await answer.json()).bills
  const itns = new Set(bills.map(({ itn }) => itn))
  const listed = all.filter(({ itnNumber }) => itns.has(itnNumber))
  const stored = await withEveryClient(owner, (db) =>
    queryRows(
      db,
      storedBill,
      sql`select itn, due_at as "dueAt" from authorization_request where itn = any(${[...itns]})`,
    ),
  )
  const time = now().toISOString()
  const describe = (itn: string, what: string) =>
    `at ${time}, ${itn} is ${what} instead of ${dueTimes.get(itn)?.toISOString()}`
  const getDue = (itn: string) => dueTimes.get(itn)?.getTime() ?? Number.NaN
  const order = bills.toSorted(
    (one, other) =>
      getDue(one.itn) - getDue(other.itn) ||
      Date.parse(one.receivedAt) - Date.parse(other.receivedAt) ||
      (one.itn < other.itn ? -1 : 1),
  )
  return [
    ...listed
      .filter(({ itnNumber, dueAt }) => Date.parse(dueAt ?? '') !== getDue(itnNumber))
      .map(({ itnNumber, dueAt }) => describe(itnNumber, `listed as due at ${dueAt}`)),
    ...stored
      .filter(({ itn, dueAt }) => dueAt.getTime() !== getDue(itn))
      .map(({ itn, dueAt }) => describe(itn, `stored as due at ${dueAt.toISOString()}`)),
    ...listed
      .filter(({ itnNumber, dueInMinutes }) => {
        const left = (getDue(itnNumber) - now().getTime()) / minuteMs
        return dueInMinutes === null || Math.abs(dueInMinutes - left) > 1.5
      })
      .map(({ itnNumber, dueInMinutes }) => describe(itnNumber, `listed as due in ${dueInMinutes} minutes`)),
    ...(listed.map(({ itnNumber }) => itnNumber).join() === order.map(({ itn }) => itn).join()
      ? []
      : [`at ${time}, the order of the queue differs from that of the due times`]),
  ]
}

/**
 * Computes due times otherwise than the portal does: counts half minutes one by one, with the days that PostgreSQL
 * assigns them to in the time zone. Bills must be received at a multiple of half a minute.
 */
async function computeDueTimes(owner: Database, bills: readonly Bill[]): Promise<Map<string, Date>> {
  const dueTimes = new Map<string, Date>()
  for (const { code, limit, timeZone } of codes) {
    const received = bills.filter(({ client }) => client === code)
    const rows = await queryRows(
      owner,
      storedBill,
      sql`
      select bill.itn, due.at as "dueAt"
        from unnest(${received.map(({ itn }) => itn)}::text[],
                    ${received.map(({ receivedAt }) => receivedAt)}::timestamptz[]) as bill (itn, received)
       cross join lateral (${'hours' in limit ? hoursQuery(timeZone) : daysQuery(timeZone)}) as due`,
    )
    for (const { itn, dueAt } of rows) dueTimes.set(itn, dueAt)
  }
  return dueTimes
}

const halfMinutes = (timeZone: string) => sql`
  select t, (t at time zone ${timeZone})::date as day
    from generate_series(bill.received, bill.received + interval '8 days', interval '30 seconds') t`

/** The end of the last of as many half minutes that are on no holiday as the hours have. */
const hoursQuery = (timeZone: string) => sql`
  select max(t) + interval '30 seconds' as at
    from (select t from (${halfMinutes(timeZone)}) as each
           where day <> all(${holidays}::date[])
           order by t
           limit ${hours * 120}) as counted`

/** The last second of the last working day. */
const daysQuery = (timeZone: string) => sql`
  select max(t) + interval '29 seconds' as at
    from (${halfMinutes(timeZone)}) as each
   where day = (select distinct day
                  from (${halfMinutes(timeZone)}) as every
                 where day > (bill.received at time zone ${timeZone})::date
                   and extract(isodow from day) < 6 and day <> all(${holidays}::date[])
                 order by day
                offset ${workingDays - 1} limit 1)`
