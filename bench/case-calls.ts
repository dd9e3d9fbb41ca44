import { z } from 'zod'
import { listBills } from '#billing/contract.ts'
import { listNotes, readTimeline } from '#cases/activity-contract.ts'
import {
  listCaseDocuments,
  listCurrentActivity,
  listMedicalRecords,
  searchPatients,
} from '#cases/contract.ts'
import { type Database, queryRows, sql } from '#platform/db/database.ts'
import { clientCodes } from './case-dataset.ts'
import type { CasePortal } from './case-portal.ts'

const personRow = z.object({
  clientId: z.string(),
  code: z.string(),
  patientCode: z.string(),
  lastName: z.string(),
  firstName: z.string(),
  dateOfBirth: z.string(),
  policyNumber: z.string(),
  incidentNumber: z.string(),
  itn: z.string(),
})
/** A patient of some client, with one incident and one of the incident's bills. */
export type Person = z.output<typeof personRow>

/** Picks this many bills, evenly spread, with their incidents and patients; the same ones in every run. */
export const pickPeople = (owner: Database, count: number) =>
  queryRows(
    owner,
    personRow,
    sql`
    select c.client_id as "clientId", c.code, p.patient_code as "patientCode", p.last_name as "lastName",
           p.first_name as "firstName",
           p.date_of_birth as "dateOfBirth", i.policy_number as "policyNumber",
           i.incident_number as "incidentNumber", b.itn
      from bill b
      join incident i using (incident_number)
      join patient p on p.client_code = i.client_code and p.patient_code = i.patient_code
      join client_code c on c.code = p.client_code
     where b.itn in (select 'ITN' || number * (select count(*) from bill) / ${count} + 5
                       from generate_series(0, ${count - 1}) as number)`,
  )

type Staff = { headers: Record<string, string> }
export type CaseCall = {
  name: string
  goalMs: number
  ask: (portal: CasePortal, by: Staff, about: Person) => Promise<string>
}

type Search = Parameters<typeof searchPatients.request.parse>[0]

const search = (name: string, createSearch: (about: Person) => Search): CaseCall => ({
  name: `patients by ${name}`,
  goalMs: 20,
  ask: async ({ call }, by, about) =>
    readBody(await call(searchPatients, searchPatients.request.parse(createSearch(about)), by)),
})

/** The requests of staff and their p95 goals. */
export const caseCalls: readonly CaseCall[] = [
  search('last name', ({ lastName }) => ({ searchType: 'NAMEL', searchTerm: lastName })),
  search('the first three letters', ({ lastName }) => ({
    searchType: 'NAMEL',
    searchTerm: lastName.slice(0, 3),
  })),
  search('last and first name', ({ lastName, firstName }) => ({
    searchType: 'NAMEL',
    searchTerm: `${lastName}, ${firstName}`,
  })),
  search('first and last name', ({ lastName, firstName }) => ({
    searchType: 'NAMEL',
    searchTerm: `${firstName} ${lastName}`.toLowerCase(),
  })),
  search('date of birth', ({ dateOfBirth }) => ({ searchType: 'DOB', searchTerm: dateOfBirth })),
  search('policy', ({ policyNumber }) => ({ searchType: 'POLICY', searchTerm: policyNumber })),
  search('policy in another form', ({ policyNumber }) => ({
    searchType: 'POLICY',
    searchTerm: ` ${policyNumber.toLowerCase().replace(/(?=\d)/, ' ')}`,
  })),
  search('ITN', ({ itn }) => ({ searchType: 'ITN', searchTerm: itn })),
  search('incident', ({ incidentNumber }) => ({ searchType: 'CLAIMNO', searchTerm: incidentNumber })),
  ...[listMedicalRecords, listCaseDocuments, listBills, listNotes, readTimeline].map((contract) => ({
    name: contract.path,
    goalMs: 30,
    ask: async ({ call }: CasePortal, by: Staff, { incidentNumber, patientCode, code }: Person) =>
      readBody(await call(contract as typeof listNotes, { incidentNumber, patientCode, client: code }, by)),
  })),
  {
    name: 'six months of activity of a client',
    goalMs: 150,
    ask: async ({ call }, by, { clientId }) => {
      const clients = clientCodes(Number(clientId.replace('client-', '')))
      const span = { startDate: '2026-01-01', endDate: '2026-06-30' }
      return readBody(await call(listCurrentActivity, { ...span, clients, activityList: ['ALL'] }, by))
    },
  },
]

type Answer = { statusCode: number; body: string }

/** Stands in for the body of a response when the server gave up on the request. */
export const abandoned = 'given up'

function readBody({ statusCode, body }: Answer): string {
  if (statusCode === 503) return abandoned
  if (statusCode !== 200) throw new Error(`A request returned ${statusCode}: ${body}`)
  return body
}
