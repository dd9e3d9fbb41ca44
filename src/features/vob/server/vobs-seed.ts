import { z } from 'zod'
import { dayMs } from '#platform/contract/clock.ts'
import { dayInUtc } from '#platform/contract/date-format.ts'
import {
  type ClientScope,
  type Database,
  queryRow,
  queryRows,
  sql,
  withScope,
} from '#platform/db/database.ts'
import { createRenderPool } from '#platform/pdf/render-pool.ts'
import type { SeedPart } from '#seed/seed-demo-data.ts'
import { demoStaff } from '#sign-in/server/demo-accounts.ts'
import { developmentIssuer } from '#sign-in/server/identity-provider.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { type VobForm, vobForm } from '../contract.ts'
import { findIssuedNumber, type Issuer } from './issued-vobs.ts'
import type { VobDeps } from './record-routes.ts'
import { issueVob } from './routes.ts'
import { validateVob } from './validate-vob.ts'
import { withdrawLetter } from './vob-record-queries.ts'

const client = { id: 'alpine', name: 'Alpine Travel Insurance' }
const search = 'secureDomestic'

/** How many days ago each letter was issued, oldest first. */
const ages = [171, 148, 121, 97, 80, 62, 47, 33, 21, 12, 5, 1]
/** The letter that was withdrawn, by its position, and when. */
const withdrawn = {
  at: 8,
  age: 19,
  reason: 'The policy had ended before the date of service. A new letter will follow.',
}
/** Letters issued by internal staff, by position. */
const issuedByInternal = [3, 6]

/** Issues the demo letters for recent cases of one client, one of them withdrawn. */
export const vobsPart = (config: VobDeps['config'], internalClientId: string): SeedPart => ({
  name: 'verifications of benefits',
  isEmpty: async (db) => !(await queryRow(db, z.object({}), sql`select from vob_year limit 1`)),
  async load({ owner }, date) {
    const renderPool = createRenderPool()
    try {
      const deps = { db: owner, config, renderPool }
      const codes = await findClientScope(owner, client.id)
      const staff = await addDemoStaff(owner, internalClientId)
      const letters = await planLetters(owner, codes, date)
      for (const [at, { age, form }] of letters.entries()) {
        const userId = issuedByInternal.includes(at) ? staff.internal : staff.own
        const ticket = `demo letter ${at}`
        const issuer = { userId, scope: codes, clientCode: form.ClientCode, ...origin, ticket }
        const number = await issueOnce(deps, form, issuer, calculateTime(date, age))
        if (at === withdrawn.at) await withdrawOnce(owner, number, issuer, calculateTime(date, withdrawn.age))
      }
      return `${letters.length} verifications of benefits`
    } finally {
      await renderPool.close()
    }
  },
})

const origin = { address: '', reference: 'demo data' }

/** An instant in the afternoon, UTC, a number of days before the date of the demo data. */
const calculateTime = (date: string, age: number) =>
  new Date(Date.parse(`${date}T14:00:00Z`) - age * dayMs + ((age * 37) % 360) * 60_000)

/** Adds the demo accounts that issue letters, as if they had signed in before. */
async function addDemoStaff(db: Database, internalClientId: string) {
  const add = async (clientId: string) => {
    const account = demoStaff(internalClientId).find((each) => each.clientId === clientId)
    const { username: subject = clientId, name } = account ?? {}
    return upsertUser(db, { issuer: developmentIssuer, subject, name, email: `${subject}@example.com` })
  }
  return { own: await add(client.id), internal: await add(internalClientId) }
}

/** Issues a letter, unless an earlier load has. */
async function issueOnce(deps: VobDeps, form: VobForm, issuer: Issuer, at: Date): Promise<string> {
  const existing = await findIssuedNumber(deps.db, issuer.scope, issuer.ticket, issuer.userId)
  if (existing) return existing
  const codes = issuer.scope
  const vob = await validateVob(deps.db, { ...client, codes }, form, dayInUtc(at))
  return (await issueVob(deps, form, vob, issuer, at)).number
}

const withdrawOnce = (
  db: Database,
  number: string,
  { scope, userId, address, reference }: Issuer,
  at: Date,
) =>
  withScope(db, scope, (scoped) =>
    withdrawLetter(scoped, { number, reason: withdrawn.reason, at }, { actor: userId, address, reference }),
  )

const incident = z.object({
  client: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  policyNumber: z.string(),
  effectiveDate: z.string(),
  description: z.string(),
  entered: z.string(),
})
const provider = z.object({
  hash: z.string(),
  networkCode: z.string(),
  name: z.string(),
  tin: z.string(),
  phone: z.string(),
  fax: z.string(),
  contact: z.string(),
  address: z.string(),
  place: z.string(),
})

/** Chooses a recent case and a provider for each letter. */
async function planLetters(db: Database, codes: ClientScope, date: string) {
  const incidents = await withScope(db, codes, (scoped) => queryRows(scoped, incident, incidentsQuery))
  const providers = await queryRows(db, provider, providersQuery)
  return ages.flatMap((age, at) => {
    const day = dayInUtc(calculateTime(date, age))
    const found = incidents.findIndex(({ entered }) => entered < day)
    const [own] = found < 0 ? [] : incidents.splice(found, 1)
    const forProvider = providers[at]
    return own && forProvider ? [{ age, form: fillIn(own, forProvider, day, at) }] : []
  })
}

/** One incident per patient, the newest first. */
const incidentsQuery = sql`
  select * from (
         select distinct on (p.client_code, p.patient_code)
                p.client_code as client, p.first_name as "firstName", p.last_name as "lastName",
                p.date_of_birth as "dateOfBirth",
                y.policy_number as "policyNumber", y.effective_date as "effectiveDate",
                i.description, i.enter_date as entered
           from incident i
           join patient p using (client_code, patient_code)
           join policy y on y.client_code = i.client_code and y.patient_code = i.patient_code
                        and y.policy_number = i.policy_number and y.effective_date is not null
          order by p.client_code, p.patient_code, i.enter_date desc) as latest
   order by entered desc, "policyNumber"`

const providersQuery = sql`
  select distinct on (p.hash)
         p.hash, p.network_code as "networkCode", p.name, p.tin, p.phone, p.fax, coalesce(p.contact, '') as contact,
         concat_ws(', ', p.address_one, p.address_two) as address,
         concat_ws(', ', p.city, concat_ws(' ', p.state_id, p.zipcode)) as place
    from provider p
    join search_definition_network n using (network_code)
    join search_definition d on d.key = n.definition_key and d.code = ${search}
   where not p.hidden and not p.hide_vob and p.tin is not null and p.phone is not null and p.fax is not null
   order by p.hash
   limit ${ages.length}`

type Incident = z.infer<typeof incident>
type Provider = z.infer<typeof provider>

/** Fills in the form as a person would who starts from the case. */
function fillIn(own: Incident, forProvider: Provider, day: string, at: number): VobForm {
  const [event = '', diagnosis = event] = own.description.split(': ')
  return vobForm.parse({
    providerName: forProvider.name,
    providerContact: forProvider.contact,
    providerPhone: forProvider.phone,
    providerFax: forProvider.fax,
    providerTaxId: forProvider.tin,
    providerAddress: forProvider.address,
    providerCityStateZip: forProvider.place,
    patientLastName: own.lastName,
    patientFirstName: own.firstName,
    patientDOB: own.dateOfBirth,
    patientPolicyNumber: own.policyNumber,
    groupId: ['ATI-1000', 'ATI-2000', 'ATI-3000'][at % 3],
    policyFrom: own.effectiveDate,
    policyTo: `${Number(day.slice(0, 4)) + 1}-12-31`,
    dateOfService: day,
    reference: diagnosis.slice(0, 40),
    deductible: ['$250', '$500', ''][at % 3],
    copayment: at % 2 === 0 ? '$50' : '',
    coverageLimit: '$1,000,000',
    clientName: 'ATI',
    clientMailingAddress: 'claims',
    clientPhone: 'claims',
    notes: at % 4 === 1 ? 'Please send itemized bills with the claim.' : '',
    sincerely: 'Harborline Assistance, Provider Relations',
    ProviderDiscountNetwork: forProvider.networkCode,
    ProviderSearchType: forProvider.networkCode,
    ProviderSearchCode: search,
    ProviderHash: forProvider.hash,
    ClientCode: own.client,
  })
}
