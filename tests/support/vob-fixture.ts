import { z } from 'zod'
import { execute, queryRow, sql, withScope } from '#platform/db/database.ts'
import type { DatabaseContext } from '#platform/db/database-context.ts'
import { createTicket } from '#sign-in/contract.ts'
import { type VobForm, vobForm } from '#vob/contract.ts'
import { openPortal } from './portal-fixture.ts'
import { createRosterFixture } from './roster-fixture.ts'
import { scopeOfCodes } from './scope.ts'
import { addClient, signInStaff } from './sign-in-fixture.ts'

const offer = {
  groups: { 'ATI-1000': 'ATI-1000 Leisure' },
  carriers: { ATI: 'Alpine Travel Insurance' },
  mailing: { claims: 'Claims, 100 Sample Street, Miami, FL 33131' },
  phoneNumbers: { claims: '1-800-555-0131' },
  faxNumbers: { claims: '1-800-555-0133' },
  sincerely: 'Harborline Assistance, Provider Relations',
}

const roster = `id,name,tin,addressOne,city,state,country,zipcode,phone,providerType,network,latitude,longitude,hideVOB,vobMessage
1,Mercy Hospital,12-3456789,1 Main St,Miami,FL,US,33131,305-555-0101,282N00000X,secureDomestic,25.77,-80.19,false,
2,Quiet Clinic,12-3456780,2 Main St,Miami,FL,US,33131,305-555-0102,282N00000X,secureDomestic,25.77,-80.19,true,Please call the Quiet Clinic.
3,Mute Clinic,,3 Main St,Miami,FL,US,33131,305-555-0103,282N00000X,secureDomestic,25.77,-80.19,true,
4,Twin Clinic,,4 Main St,Miami,FL,US,33131,305-555-0104,282N00000X,secureDomestic,25.77,-80.19,false,
5,Twin Clinic,,5 Main St,Tampa,FL,US,33602,305-555-0105,282N00000X,secureDomestic,27.95,-82.46,true,
6,Plus Clinic,,6 Main St,Miami,FL,US,33131,305-555-0106,282N00000X,secureDomesticPlus,25.77,-80.19,false,
8,Shared Clinic,12-3456780,2 Main St,Miami,FL,US,33131,305-555-0108,282N00000X,secureDomestic,25.77,-80.19,false,
9,Tower Imaging,12-3456770,9 Main St,Miami,FL,US,33131,305-555-0109,282N00000X,secureDomestic,25.77,-80.19,true,Please call Tower Imaging.
10,Tower Surgery,12-3456771,9 Main St,Miami,FL,US,33131,+1 305-555-0109,282N00000X,secureDomestic,25.77,-80.19,false,
7,Public Clinic,,7 Main St,Miami,FL,US,33131,305-555-0107,282N00000X,publicDomestic,25.77,-80.19,false,`

/** A valid form for Mercy Hospital; `changes` override its fields. */
export const makeVobForm = (changes: Partial<VobForm> = {}): VobForm =>
  vobForm.parse({
    providerName: 'Mercy Hospital',
    providerPhone: '305-555-0101',
    providerTaxId: '12-3456789',
    providerAddress: '1 Main St',
    providerCityStateZip: 'Miami, FL 33131',
    patientLastName: 'Sampleton',
    patientFirstName: 'Zoë',
    patientDOB: '1964-02-29',
    policyFrom: '2026-01-01',
    policyTo: '12/31/2026',
    patientPolicyNumber: 'ATI-2026-00417',
    groupId: 'ATI-1000',
    dateOfService: '2026-11-23',
    reference: 'Acute appendicitis',
    clientName: 'ATI',
    clientMailingAddress: 'claims',
    clientPhone: 'claims',
    sincerely: offer.sincerely,
    ProviderDiscountNetwork: 'secureDomestic',
    ProviderSearchType: 'secureDomestic',
    ProviderSearchCode: 'secureDomestic',
    ...changes,
  })

/** Imports the providers that the letters are about. */
export async function addVobProviders(databaseContext: DatabaseContext) {
  const fixture = createRosterFixture({ databaseContext })
  const { rejects } = await fixture.import(roster)
  if (rejects.length > 0) throw new Error(`The roster has rejects: ${JSON.stringify(rejects)}`)
  await fixture.close()
}

/** Opens a portal with providers, a client that issues verifications of benefits, and one that does not. */
export async function createVobFixture() {
  const portal = await openPortal()
  await addVobProviders(portal.databaseContext)
  for (const [id, codes] of Object.entries({ alpine: ['ALP1', 'ALP2'], lagoon: ['LAG1'], reef: ['REEF1'] }))
    await addClient(portal, id, codes)
  await addClient(portal, 'harborline', [])
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set vob = ${JSON.stringify(offer)} where id in ('alpine', 'reef')`)
  for (const client_id of ['alpine', 'lagoon'])
    await portal.insert('client_provider_search', {
      client_id,
      definition_key: 'domestic-secure-provider-search',
      position: 0,
    })
  return { ...portal, staff: await signInStaff(portal, 'alpine') }
}

export type VobFixture = Awaited<ReturnType<typeof createVobFixture>>

/** Signs in staff of alpine who are limited to one of its client codes. */
export async function signInLimited(fixture: VobFixture, code: string) {
  const staff = await signInStaff(fixture, 'alpine')
  const grant = { user_id: staff.userId, kind: 'client code', client_code: code, granted_at: new Date() }
  await fixture.insert('staff_grant', grant)
  return staff
}

type NewIncident = { incidentNumber: string; client: string; policy: string }

/** Adds an incident of Elio Sampleberg and its policy. */
export const addIncident = (
  { databaseContext: { owner } }: VobFixture,
  { incidentNumber, client, policy }: NewIncident,
) =>
  withScope(owner, scopeOfCodes([client]), async (scoped) => {
    const statements = [
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth)
          values (${client}, 'P1', 'Sampleberg', 'Elio', '1980-01-02')
              on conflict do nothing`,
      sql`insert into policy (client_code, policy_number, patient_code) values (${client}, ${policy}, 'P1')`,
      sql`insert into incident (incident_number, client_code, patient_code, policy_number, date_of_incident, enter_date,
                                description)
          values (${incidentNumber}, ${client}, 'P1', ${policy}, '2026-01-02', '2026-01-03', 'Fever')`,
    ]
    for (const statement of statements) await execute(scoped, statement)
  })

/** Finds the hash of a provider by name and city. */
export async function findProviderHash({ db }: VobFixture, name: string, city: string) {
  const query = sql`select hash from provider where name = ${name} and city = ${city}`
  const found = await queryRow(db, z.object({ hash: z.string() }), query)
  if (!found) throw new Error(`The roster has no ${name} in ${city}.`)
  return found.hash
}

/** Posts a form as a browser does for a new window, with the cookie and a ticket in the field `Token`. */
export async function postVob(
  { app, staff }: VobFixture,
  form: VobForm,
  { Token, cookie = staff.cookie }: { Token?: string; cookie?: string } = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/createVOB',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...form, ...(Token !== undefined && { Token }) }).toString(),
  })
}

/** Requests a ticket for exactly this form. */
export async function requestVobTicket(fixture: VobFixture, form: VobForm, headers = fixture.staff.headers) {
  const response = await fixture.call(createTicket, { path: '/api/createVOB', fields: form }, { headers })
  return createTicket.response.parse(response.json()).ticket
}

/** Issues a verification of benefits. */
export async function submitVob(fixture: VobFixture, form: VobForm) {
  return postVob(fixture, form, { Token: await requestVobTicket(fixture, form) })
}

/** Reopens a letter as a browser does, with a new ticket unless one is given. */
export async function reopenVob(
  fixture: VobFixture,
  number: string,
  { staff = fixture.staff, Token = '' } = {},
) {
  const asked = { path: '/api/openVOB', fields: { Number: number } }
  const made = await fixture.call(createTicket, asked, { headers: staff.headers })
  const { ticket } = createTicket.response.parse(made.json())
  const payload = new URLSearchParams({ Number: number, Token: Token || ticket }).toString()
  const headers = { cookie: staff.cookie, 'content-type': 'application/x-www-form-urlencoded' }
  return fixture.app.inject({ method: 'POST', url: '/api/openVOB', headers, payload })
}

/** Requests the preview of a form as the page does. */
export function requestPreview({ app, staff }: VobFixture, form: VobForm, headers = staff.headers) {
  return app.inject({
    method: 'POST',
    url: '/api/VOBPreview',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

/** Returns the error for a form that gets neither a preview nor a letter. Both must give the same one. */
export async function findVobError(fixture: VobFixture, form: VobForm) {
  const preview = await requestPreview(fixture, form)
  const created = await submitVob(fixture, form)
  if (created.statusCode !== preview.statusCode || created.json().detail !== preview.json().detail)
    throw new Error(`The preview is refused with ${preview.body}, the letter with ${created.body}.`)
  return { status: preview.statusCode, sentence: preview.json().detail }
}

/** The number of an issued letter, from its file name. */
export const vobNumberFrom = (headers: Record<string, unknown>) =>
  /VOB-\d{4}-\d{6}/.exec(String(headers['content-disposition']))?.[0]
