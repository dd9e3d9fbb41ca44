import { z } from 'zod'
import { type DueRule, dueRule } from '#clients/server/clients-file-schema.ts'
import { dayMs, hourMs } from '#platform/contract/clock.ts'
import { clockTimeInTimeZone, dayInTimeZone, dayInUtc } from '#platform/contract/date-format.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { type Database, execute, queryRows, type Sql, sql } from '#platform/db/database.ts'

/**
 * Returns when a decision on a bill is due. Hours count around the clock, except on holidays. Working days are Monday to
 * Friday, except for holidays; the first one is after the day of receipt, and the bill is due when the last one ends.
 */
export function computeDueTime(rule: DueRule, receivedAt: Date): Date {
  const { hours, workingDays = 0 } = rule
  return hours === undefined
    ? addWorkingDays(rule, workingDays, receivedAt)
    : addHours(rule, hours, receivedAt)
}

function addHours(rule: DueRule, hours: number, receivedAt: Date): Date {
  const received = receivedAt.getTime()
  const firstDay = dayInTimeZone(rule.timeZone, receivedAt)
  let due = received + hours * hourMs
  for (const { day, start, end } of findHolidayTimes(rule)) {
    if (day < firstDay) continue
    if (start >= due) break
    due += end - Math.max(start, received)
  }
  return new Date(due)
}

type HolidayTime = { day: string; start: number; end: number }

/** When the holidays of a rule begin and end. One rule is for thousands of bills. */
const findHolidayTimes = rememberByRule(({ timeZone, holidays }): HolidayTime[] =>
  holidays.map((day) => ({
    day,
    start: startOfDay(timeZone, day),
    end: startOfDay(timeZone, addDay(day)),
  })),
)

/** The number of a day since 1970-01-01, which was a Thursday. */
const numberOfDay = (day: string) => Date.parse(day) / dayMs
const findHolidayNumbers = rememberByRule(({ holidays }) => new Set(holidays.map(numberOfDay)))

function addWorkingDays(rule: DueRule, workingDays: number, receivedAt: Date): Date {
  const { timeZone } = rule
  const holidays = findHolidayNumbers(rule)
  let day = numberOfDay(dayInTimeZone(timeZone, receivedAt))
  for (let left = workingDays; left > 0; left -= isWeekend(day) || holidays.has(day) ? 0 : 1) day += 1
  return new Date(startOfDay(timeZone, writeDay(day + 1)) - 1000)
}

/** Computes something once for each rule, of which few are in use at a time. */
function rememberByRule<Result>(compute: (rule: DueRule) => Result) {
  const known = new Map<DueRule, Result>()
  return (rule: DueRule): Result => {
    const result = known.get(rule) ?? compute(rule)
    if (known.size >= rememberedRules) known.clear()
    known.set(rule, result)
    return result
  }
}

const rememberedRules = 500

const writeDay = (number: number) => dayInUtc(number * dayMs)
const addDay = (day: string) => writeDay(numberOfDay(day) + 1)

/** Whether a day is Monday to Friday and not among these holidays. */
export const isWorkingDay = (holidays: readonly string[], day: string) =>
  !isWeekend(numberOfDay(day)) && !holidays.includes(day)
const isWeekend = (number: number) => [0, 6].includes((number + 4) % 7)

const startsOfDays = new Map<string, number>()

/**
 * The first moment of a day in a time zone. The clocks may change at that moment or around it, so it is one of two: by
 * the offset from UTC a day before, or by the one a day after.
 */
function startOfDay(timeZone: string, day: string): number {
  const key = `${timeZone} ${day}`
  const known = startsOfDays.get(key)
  if (known !== undefined) return known
  const midnight = Date.parse(day)
  const moments = [midnight - dayMs, midnight + dayMs].map((near) => midnight - findOffset(timeZone, near))
  const ofDay = moments.filter((moment) => dayInTimeZone(timeZone, new Date(moment)) === day)
  const start = ofDay.length > 0 ? Math.min(...ofDay) : Math.max(...moments)
  startsOfDays.set(key, start)
  return start
}

const findOffset = (timeZone: string, moment: number) =>
  Date.parse(`${clockTimeInTimeZone(timeZone, new Date(moment).toISOString())}Z`) - moment

const ruleRow = z.object({ code: z.string(), rule: z.unknown() })

/**
 * Reads the due rule of each client code: its own, otherwise that of its client; null without one. A code whose rule cannot
 * be read is among `unreadable`, with the error.
 */
export async function readDueRules(db: Database) {
  const rows = await queryRows(
    db,
    ruleRow,
    sql`select k.code, coalesce(k.due_rule, c.due_rule) as rule from client_code k join client c on c.id = k.client_id`,
  )
  const rules = new Map<string, DueRule | null>()
  const unreadable = new Map<string, Error>()
  for (const { code, rule } of rows) {
    const { data, error } = dueRule.nullable().safeParse(rule)
    if (data === undefined) unreadable.set(code, error)
    else rules.set(code, data)
  }
  return { rules, unreadable }
}

const billRow = z.object({
  itn: z.string(),
  client: z.string(),
  receivedAt: z.date(),
  dueAt: z.date().nullable(),
})

/**
 * Computes when the bills `r` that meet a condition are due, and stores what has changed. Lock the bills first. Bills whose
 * rule cannot be read keep their due time, so that it does not stop those of other clients.
 */
export async function storeDueTimes(db: Database, condition: Sql) {
  const { rules, unreadable } = await readDueRules(db)
  const bills = await queryRows(
    db,
    billRow,
    sql`
    select r.itn, r.client_code as client, r.received_at as "receivedAt", r.due_at as "dueAt"
      from authorization_request r
     where ${condition}`,
  )
  const changes = bills.flatMap(({ itn, client, receivedAt, dueAt }) => {
    if (unreadable.has(client)) return []
    const rule = rules.get(client)
    const due = rule ? computeDueTime(rule, receivedAt) : null
    return due?.getTime() === dueAt?.getTime() ? [] : [{ itn, due }]
  })
  if (changes.length === 0) return
  await execute(
    db,
    sql`
    update authorization_request r
       set due_at = changed.due_at
      from unnest(${changes.map(({ itn }) => itn)}::text[],
                  ${changes.map(({ due }) => due?.toISOString() ?? null)}::timestamptz[]) as changed (itn, due_at)
     where r.itn = changed.itn`,
  )
}

/**
 * Recomputes the due times of a client's pending bills, and of bills that an undo may make pending again, by its
 * current rules.
 */
export async function updateDueTimes(db: Database, clientId: string) {
  await bypassTenantFilter(db, 'transaction')
  const affected = sql`
    r.client_code in (select k.code from client_code k where k.client_id = ${clientId})
      and (r.is_pending or exists (
             select from decision_message m
              where m.itn = r.itn and m.round = r.round and m.undo_until > clock_timestamp()))`
  // Waits for decisions and undos that have begun. Only the next query sees them, so it selects again.
  await execute(
    db,
    sql`
    select from authorization_request
     where itn in (select r.itn from authorization_request r where ${affected})
     order by itn
       for no key update`,
  )
  await storeDueTimes(db, affected)
}
