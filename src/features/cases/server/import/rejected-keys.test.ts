import { beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql, withScope } from '#platform/db/database.ts'
import { caseTables, createCaseFixture, smallCases } from '#test-support/case-fixture.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { makePdf } from '#test-support/make-pdf.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let fixture: Awaited<ReturnType<typeof createCaseFixture>>
beforeEach(async () => {
  database = await cloneDatabase(inject('testServer'))
  await addClient(database, 'acme', ['ACME1'])
  await addClient(database, 'other', ['OTHER1'])
  fixture = await createCaseFixture(database.databaseContext)
  await fixture.import({
    ...smallCases('ACME1'),
    'files/24000000017.pdf': await makePdf(['of ACME', '2', '3', '4', '5', '6']),
  })
  return async () => {
    await fixture.close()
    await database.drop()
  }
})

/** Lists the case rows of both clients. */
async function listAllRows() {
  return withScope(database.databaseContext.app, scopeOfCodes(['ACME1', 'OTHER1']), async (db) => {
    const rows = caseTables.map((table) =>
      queryRows(
        db,
        z.object({ row: z.string() }),
        sql`select t::text as row from ${sql.table(table)} t order by 1`,
      ),
    )
    return (await Promise.all(rows)).flat()
  })
}

test('rows that refer to another client’s incident are not added to its case', async () => {
  const before = await listAllRows()
  const foreign = smallCases('OTHER1')
  const { 'patients.csv': patients, 'policies.csv': policies, ...dependent } = foreign
  await fixture.import({ 'patients.csv': patients, 'policies.csv': policies })
  const own = await listAllRows()
  const { rejects } = await fixture.import({
    'patients.csv': patients,
    'policies.csv': policies,
    ...dependent,
    'bills.csv': dependent['bills.csv'].replaceAll('ITN', 'FOREIGN'),
    'notes.csv': dependent['notes.csv'].replaceAll(/^(?!id)/gm, 'foreign-'),
    'files/24000000017.pdf': await makePdf(['of OTHER', '2', '3', '4', '5', '6', '7']),
  })
  expect(await listAllRows()).toEqual(own)
  expect(own.length).toBeGreaterThan(before.length)
  const message = "incident 24000000017 of this folder's incidents.csv is rejected"
  const files = rejects.filter((line) => line.replaceAll('"', '').includes(message))
  expect(files.length).toBeGreaterThanOrEqual(5)
})

test.each([
  ['an impossible date', 'P1,OTHER1,Lagoonson,Lara,1981-02-29'],
  ['an unknown client', 'P1,OTHRE1,Lagoonson,Lara,1981-02-28'],
  ['a missing cell', 'P1,OTHER1,Lagoonson,Lara'],
])(
  'rows of a patient rejected for %s are not added to another client’s patient with that code',
  async (_case, row) => {
    const before = await listAllRows()
    const { rejects } = await fixture.import({
      'patients.csv': `patientCode,client,lastName,firstName,dateOfBirth\n${row}\n`,
      'policies.csv': 'policyNumber,patientCode\nPOL-77,P1\n',
      'incidents.csv':
        'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate\n77777777777,P1,,2026-04-01,Fever,2026-04-02\n',
      'notes.csv':
        'id,incidentNumber,timestamp,type,author,noteText\nN77,77777777777,2026-04-03T08:00:00Z,Call,Ann,Better\n',
    })
    expect(await listAllRows()).toEqual(before)
    expect(rejects.map((line) => line.replaceAll('"', ''))).toEqual([
      expect.anything(),
      expect.stringContaining("patient P1 of this folder's patients.csv is rejected"),
      expect.stringContaining("patient P1 of this folder's patients.csv is rejected"),
      expect.stringContaining("incident 77777777777 of this folder's incidents.csv is rejected"),
    ])
  },
)

const incidentColumns =
  'incidentDescription,incidentNumber,patientCode,policyNumber,dateOfIncident,enterDate,summary\n'
test.each([
  ['a misplaced quotation mark', `"Fall, 6" deep",24000000017,P9,,2026-04-01,2026-04-02,\n`],
  ['an oversized cell', `${'x'.repeat(1_000_001)},24000000017,P9,,2026-04-01,2026-04-02,\n`],
  ['too many cells', `a,b,24000000017,P9,,2026-04-01,2026-04-02,\n`],
])('when an incident row has %s, only rows of accepted incidents are imported', async (_case, row) => {
  const before = await listAllRows()
  const { rejects } = await fixture.import({
    'patients.csv':
      'patientCode,client,lastName,firstName,dateOfBirth\nP9,OTHER1,Lagoonson,Lara,1981-02-28\n',
    'incidents.csv': `${incidentColumns}${row}Fever,88888888888,P9,,2026-04-01,2026-04-02,\n`,
    'notes.csv':
      'id,incidentNumber,timestamp,type,author,noteText\nN77,24000000017,2026-04-03T08:00:00Z,Call,Ann,of OTHER\nN78,88888888888,2026-04-03T08:00:00Z,Call,Ann,sure\n',
    'bills.csv':
      'itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,paymentStatus\nFOREIGN,24000000017,Clinic,2026-04-01,2026-04-01,USD,1,Paid\n',
    'files/24000000017.pdf': await makePdf(['of OTHER', '2', '3', '4', '5', '6', '7']),
  })
  const known = new Set(before.map(({ row }) => row))
  const added = (await listAllRows()).flatMap(({ row }) => (known.has(row) ? [] : [row]))
  expect(added).toHaveLength(3)
  expect(added.join()).not.toMatch(/ACME|24000000017/)
  expect(rejects).toHaveLength(4)
})

test('when a patient row has a misplaced quotation mark, only rows of accepted patients are imported', async () => {
  const before = await listAllRows()
  const { rejects } = await fixture.import({
    'patients.csv':
      'lastName,patientCode,client,firstName,dateOfBirth\n"Lagoon"son,P1,OTHER1,Lara,1981-02-28\n',
    'policies.csv': 'policyNumber,patientCode\nPOL-77,P1\n',
    'incidents.csv': `${incidentColumns}Fever,88888888888,P1,,2026-04-01,2026-04-02,\n`,
  })
  expect(await listAllRows()).toEqual(before)
  expect(rejects).toHaveLength(3)
})

test('rows that refer to a duplicate row are imported, because the first of the duplicates is', async () => {
  const twice =
    'patientCode,client,lastName,firstName,dateOfBirth\nP9,ACME1,A,B,1970-01-01\nP9,ACME1,A,B,1970-01-01\n'
  const { rejects } = await fixture.import({
    'patients.csv': twice,
    'policies.csv': 'policyNumber,patientCode\nPOL-9,P9\n',
  })
  expect(rejects).toHaveLength(1)
  expect(rejects[0]).toContain('appears earlier in the file')
})
