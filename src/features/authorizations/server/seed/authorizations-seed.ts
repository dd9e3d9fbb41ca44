import { z } from 'zod'
import { currencyScale, writeDecimal } from '#platform/contract/money.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { queryRow, queryRows, sql, withScope } from '#platform/db/database.ts'
import { type DatabaseContext, inImportSession } from '#platform/db/database-context.ts'
import { inMemoryCsv } from '#platform/import/csv-file.ts'
import { importRows, type TableImport } from '#platform/import/import-rows.ts'
import { noRejects } from '#platform/import/rejects.ts'
import { brand, daysBefore, daysBetween } from '#seed/fictional-data.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { createRandom, createWeightedPicker, type Random } from '#seed/seeded-random.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import type { Decision } from '../../rules.ts'
import { createItnImport } from '../import/itn-import.ts'
import { lookupImport } from '../import/lookup-import.ts'
import { lockPendingBill, writeAssignee } from '../queue-queries.ts'
import {
  addDemoPerson,
  colleague,
  decideDemoBill,
  decidingClient,
  decidingPerson,
  demoCaller,
} from './decisions-seed.ts'

/** Loads the bills of the demo data through the regular import, decides some of them and assigns others. */
export const authorizationsPart: SeedPart = {
  name: 'authorizations',
  isEmpty: async (db) =>
    !(await queryRow(
      db,
      z.object({}),
      sql`select from import_run where kind = 'itns' and outcome <> 'failed' limit 1`,
    )),
  async load(databaseContext, date) {
    const incidents = await listIncidents(databaseContext)
    const [itns, decided] = [demoItns(date, incidents), demoDecisions(date, incidents)]
    await importDemoRows(databaseContext, lookupImport(false), 'lookups.csv', demoLookups)
    await importDemoRows(
      databaseContext,
      createItnImport(() => new Date(date)),
      'itns.csv',
      [...itns, ...decided.map(({ bill }) => bill)],
    )
    for (const { bill, ...made } of decided)
      await decideDemoBill(databaseContext, { itn: bill.itn, ...made }, [decidingPerson, colleague])
    await assignDemoBills(databaseContext, itns)
    for (const { itn, currency, totalCharge } of itns.filter(needsSecondPerson).slice(0, counts.proposed)) {
      const decision = approve(currency, '0', totalCharge)
      await decideDemoBill(databaseContext, { itn, decision }, [colleague])
    }
    return `${itns.length} pending and ${decided.length} decided authorizations`
  },
}

/** Assigns some bills to the person who decides, and some to a colleague. A repeated load changes nothing. */
async function assignDemoBills({ owner }: DatabaseContext, itns: readonly { itn: string; client: string }[]) {
  const scope = await findClientScope(owner, decidingClient)
  const people = [await addDemoPerson(owner, decidingPerson), await addDemoPerson(owner, colleague)]
  for (const [at, { itn, client }] of itns.entries()) {
    const assignee = people[at % 9]
    if (!assignee) continue
    const event = { ...demoCaller, actor: assignee, action: 'authorization assigned', subject: itn }
    const details = { clientCode: client, detail: { assignee, previous: null } }
    await withScope(owner, scope, async (db) => {
      const bill = await lockPendingBill(db, itn)
      if (bill?.assignee === null) await writeAssignee(db, { itn, assignee, event: { ...event, ...details } })
    })
  }
}

type Rows = Parameters<typeof inMemoryCsv>[1]

async function importDemoRows(context: DatabaseContext, kind: TableImport, name: string, rows: Rows) {
  const source = inMemoryCsv(name, rows)
  const { rejected } = await importRows(context, kind, { source, actor: 'portal', rejects: noRejects })
  if (rejected > 0) throw new Error(`The import rejected ${rejected} rows of the demo file ${name}.`)
}

export const listIncidents = (databaseContext: DatabaseContext) =>
  inImportSession(databaseContext, async ({ db }) => {
    await bypassTenantFilter(db)
    return queryRows(
      db,
      incidentForItn,
      sql`
      select i.client_code as client, i.incident_number as "incidentNumber", i.policy_number as policy,
             i.date_of_incident as day, p.last_name || ', ' || p.first_name as "patientName",
             (select json_build_object('itn', b.itn, 'providerName', b.provider_name, 'serviceFrom', b.service_from,
                                       'serviceTo', b.service_to, 'totalCharge', b.total_charges::text,
                                       'currency', b.currency)
                from bill b
               where b.incident_number = i.incident_number and b.processed_on is null
                 and b.image_page_start is not null
               order by b.itn limit 1) as bill
        from incident i
        join patient p using (client_code, patient_code)
       order by i.date_of_incident desc, i.incident_number`,
    )
  })

const caseBill = z.object({
  itn: z.string(),
  providerName: z.string(),
  serviceFrom: z.string(),
  serviceTo: z.string(),
  totalCharge: z.string(),
  currency: z.string(),
})
type CaseBill = z.infer<typeof caseBill>

/** An incident for which a bill is generated. */
const incidentForItn = z.object({
  client: z.string(),
  incidentNumber: z.string(),
  policy: z.string().nullable(),
  day: z.string(),
  patientName: z.string(),
  /** The first unprocessed bill with an image. */
  bill: caseBill.nullable(),
})
type Incident = z.infer<typeof incidentForItn>

const counts = { pending: 58, withImages: 6, decided: 30, proposed: 2 }

/** Whether an approval in full is above `secondPersonAbove` of the demo client. */
const needsSecondPerson = ({ currency, totalCharge }: { currency: string; totalCharge: string }) =>
  currency === 'USD' && Number(totalCharge) > 25_000

const currencyWheel = createWeightedPicker(['USD', 'EUR', 'CHF', 'CAD', 'JPY', 'KWD'] as const, (code) =>
  code === 'USD' ? 12 : code === 'EUR' ? 5 : 1,
)
const hmos = ['Quillhaven HMO', 'Lanternby Health', 'Meadowick HMO', null] as const
const facilityTypes = ['Hospital', 'Clinic', 'Medical Center', 'Imaging', 'Surgery Center'] as const
const maxStayDays = 6

/** Creates pending bills as of a given day: most have waited a few days, and some have waited for months. */
export function demoItns(date: string, incidents: readonly Incident[]) {
  const random = createRandom('itns')
  const own = incidents.filter(({ client, day }) => client.startsWith('ALP') && daysBetween(date, day) > 20)
  const created = Array.from({ length: own.length > 0 ? counts.pending : 0 }, (_, at) => {
    const incident = own[((at + 1) * 5) % own.length] as Incident
    return createItn({ random, date, number: at + 1, incident })
  })
  return [...created, ...listBillsWithImages(date, own)]
}

/** Authorizations for bills with an image in the file of their incident, received a day after service. */
const listBillsWithImages = (date: string, incidents: readonly Incident[]) =>
  incidents
    .filter(({ bill }) => bill !== null && daysBetween(date, bill.serviceTo) > 1)
    .slice(0, counts.withImages)
    .map(({ client, incidentNumber, policy, patientName, bill }) => {
      const receivedAt = `${daysBefore(bill?.serviceTo ?? date, -1)}T15:30:00Z`
      return { client, incidentNumber, policy, patientName, hmo: null, ...(bill as CaseBill), receivedAt }
    })

type DemoDecision = { bill: ReturnType<typeof createItn>; decision: Decision; at: Date }

/** Creates bills that were decided a few days after they were received. */
function demoDecisions(date: string, incidents: readonly Incident[]): DemoDecision[] {
  const random = createRandom('decisions')
  const own = incidents.filter(
    ({ client, day }) => client.startsWith('ALP') && daysBetween(date, day) > 20 + maxStayDays,
  )
  return Array.from({ length: own.length > 0 ? counts.decided : 0 }, (_, at) => {
    const incident = own[(at * 3) % own.length] as Incident
    const waiting = random.between(14, Math.min(daysBetween(date, incident.day) - maxStayDays, 110))
    const bill = createItn({ random, date, number: 101 + at, incident, waiting })
    const decidedAt = `${daysBefore(date, waiting - random.between(1, 12))}T${bill.receivedAt.slice(11)}`
    return { bill, decision: decisionOn(bill, at), at: new Date(decidedAt) }
  })
}

const approve = (currency: string, patientResponsibility: string, maximumCovered: string): Decision => ({
  patientResponsibility,
  patientResponsibilityCurrency: currency,
  maximumCovered,
  maximumCoveredCurrency: currency,
})

/** Approved in full, approved with a part for the patient, denied, a request for information, or special handling. */
function decisionOn({ totalCharge, currency }: ReturnType<typeof createItn>, at: number): Decision {
  const places = currencyScale(currency)
  const formatUnits = (units: bigint) => writeDecimal({ units, places })
  const units = BigInt(totalCharge.replace('.', ''))
  const own = units / 5n
  const decisions: readonly Decision[] = [
    approve(currency, '0', totalCharge),
    approve(currency, formatUnits(own), formatUnits(units - own)),
    { denialCode: at % 2 ? '0192' : '0188' },
    approve(currency, '0', formatUnits(units - own)),
    { additionalInfo: at % 2 ? '0507' : '0501' },
    { otherSpecialHandling: 'Ask the hospital for a discount before payment.' },
  ]
  return decisions[at % decisions.length] as Decision
}

type ItnOptions = { random: Random; date: string; number: number; incident: Incident; waiting?: number }

export function createItn({ random, date, number, incident, waiting = 0 }: ItnOptions) {
  const { client, incidentNumber, policy, patientName, day } = incident
  const days =
    waiting || Math.min(daysBetween(date, day) - maxStayDays, 1 + Math.floor(random.next() ** 3 * 120))
  const currency = currencyWheel(random)
  const units = BigInt(Math.floor(random.next() ** 3 * 4_000_000) + 4_500)
  const stay = random.chance(0.4) ? random.between(1, maxStayDays - 1) : 0
  return {
    itn: `ITN9${String(number).padStart(6, '0')}`,
    client,
    hmo: random.oneOf(hmos),
    policy,
    incidentNumber,
    patientName,
    providerName: `${brand(random)} ${random.oneOf(facilityTypes)}`,
    serviceFrom: day,
    serviceTo: daysBefore(day, -stay),
    totalCharge: writeDecimal({ units, places: currencyScale(currency) }),
    currency,
    receivedAt: `${daysBefore(date, days)}T${random.between(12, 21)}:${String(random.between(0, 59)).padStart(2, '0')}:00Z`,
  }
}

const reasons = {
  deny: {
    '0101': 'Duplicate of a previously decided bill',
    '0120': 'Patient was not covered on the dates of service',
    '0133': 'Service was not medically necessary',
    '0147': 'Pre-existing condition is excluded',
    '0188': 'Service is not covered by the policy',
    '0192': 'Prior authorization was not obtained',
    '0215': 'Bill was received after the filing deadline',
    '0240': 'Another insurer is primary',
  },
  info: {
    '0501': 'Itemized bill',
    '0502': 'Discharge summary',
    '0504': 'Operative report',
    '0507': 'Medical records of the treatment',
    '0511': 'Proof of payment',
    '0515': 'Police or accident report',
    '0520': 'Confirmation of travel dates',
  },
}

/** The options of the demo lists. */
const demoLookups = Object.entries(reasons).flatMap(([list, descriptions]) =>
  Object.entries(descriptions).map(([code, description]) => ({ list, code, description })),
)
