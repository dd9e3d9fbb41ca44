import { hash } from 'node:crypto'
import { z } from 'zod'
import { decide } from '#authorizations/server/decide.ts'
import { readClients } from '#clients/server/clients-file.ts'
import { applyImport, noDependents } from '#clients/server/clients-import.ts'
import { createMemberAccount } from '#members/server/member-accounts.ts'
import { now } from '#platform/contract/clock.ts'
import { type Database, execute, queryRows, type Sql, sql, withScope } from '#platform/db/database.ts'
import { openDocumentStorage } from '#platform/pdf/document-service/encryption/encrypted-storage.ts'
import { upsertUser } from '#sign-in/server/staff-people.ts'
import { findClientScope } from '#sign-in/server/staff-principal.ts'
import { addPendingBills, proposeApproval, withEveryClient } from './authorization-fixture.ts'
import { createCaseFixture } from './case-fixture.ts'
import { makePdf } from './make-pdf.ts'
import { makePng, memberPassword, shownCard } from './member-fixture.ts'
import type { openPortal } from './portal-fixture.ts'
import { addRun } from './report-fixture.ts'

type Portal = Pick<Awaited<ReturnType<typeof openPortal>>, 'databaseContext' | 'config'>

/** A client whose texts all contain its unique mark, which is also the name of its member account. */
export type MarkedClient = {
  id: string
  mark: string
  codes: [string, string]
  managerId: string
  /** The member account. */
  accountId: string
  /** A finished report run. The mark is the subject of the user who requested it. */
  runId: string
  /** A final decision on a bill of the mark. */
  decisionId: string
  /** An incident with rows of every kind. The mark names its patient, record and ITN. */
  incidentNumber: string
}

type Unmanaged = Omit<MarkedClient, 'managerId' | 'accountId' | 'runId' | 'decisionId'>

/** The reports that each client has. The last one covers a single client code. */
export const reportCodes = ['SAVINGS', 'BILLDETAIL', 'ACTIVITY', 'AUTHAGING'] as const

const names =
  'ash birch cedar date elm fir ginkgo hazel ivy juniper kapok larch maple neem oak pine quince rowan spruce teak'

/** Adds twenty clients with every feature and kind of data, all marked. */
export async function addManyClients({ databaseContext, config }: Portal): Promise<MarkedClient[]> {
  const clients = names.split(' ').map((name, place): Unmanaged => {
    const mark = `${name}Mark`
    const incidentNumber = `33${String(place).padStart(9, '0')}`
    return { id: `${name}-${mark}`, mark, codes: [`${mark}1`, `${mark}2`], incidentNumber }
  })
  const text = JSON.stringify({ clients: clients.map(clientEntry) })
  const file = await readClients(text, { name: 'many clients', folder: '.', videoHosts: [] })
  await applyImport(databaseContext.owner, file, {
    name: 'many clients',
    actor: 'test',
    dependents: noDependents,
  })
  for (const { id, mark } of clients)
    await createMemberAccount(databaseContext.owner, {
      name: mark,
      clientId: id,
      password: memberPassword,
      actor: 'test',
    })
  await addCases(databaseContext, config.DATA_DIR, clients)
  await addPendingBills(
    databaseContext.owner,
    clients.map(({ mark, codes: [client] }) => ({
      itn: mark,
      client,
      patientName: mark,
      providerName: mark,
    })),
  )
  const decisionOf = await addDecisions(databaseContext.owner, clients)
  await addSubmittedPdfs(databaseContext.owner, config.DATA_DIR, clients)
  const managerOf = await findIds(databaseContext.owner, sql`account_manager`)
  const accountOf = await findIds(databaseContext.owner, sql`member_account`)
  const runOf = await addRuns(databaseContext.owner, clients)
  return clients.map((client) => ({
    ...client,
    managerId: managerOf.get(client.id) ?? '',
    accountId: accountOf.get(client.id) ?? '',
    runId: runOf.get(client.id) ?? '',
    decisionId: decisionOf.get(client.id) ?? '',
  }))
}

/** Adds the PDFs that came with the pending bills from the back office. */
async function addSubmittedPdfs(owner: Database, dataDir: string, clients: readonly Unmanaged[]) {
  const storage = openDocumentStorage(dataDir)
  for (const { mark, codes } of clients) {
    const sha256 = await storage.put(await makePdf([mark]))
    const added = sql`
      insert into authorization_intake (itn, content_hash, client_code, round, outcome, sha256, pages, service, created_at)
      values (${mark}, ${Buffer.from(mark)}, ${codes[0]}, 1, 'added', ${sha256}, 1, 'test', ${now()})`
    await withEveryClient(owner, (db) => execute(db, added))
  }
}

/** The key of the row of a client's incident in lists. */
export const findCaseRow = ({ codes: [code], mark, incidentNumber }: Unmanaged) =>
  hash('sha256', [code, mark, incidentNumber].join('\n')).slice(0, 22)

/** The ID of each client's only row of a table, by client ID. */
async function findIds(owner: Database, table: Sql): Promise<Map<string, string>> {
  const rows = await queryRows(
    owner,
    z.object({ id: z.string(), clientId: z.string() }),
    sql`select id, client_id as "clientId" from ${table}`,
  )
  return new Map(rows.map(({ id, clientId }) => [clientId, id]))
}

const addUser = (owner: Database, name: string) =>
  upsertUser(owner, { issuer: 'https://login.test', subject: name, name, email: undefined })

/** Adds a finished report run for each client. Returns the run ids by client id. */
async function addRuns(owner: Database, clients: readonly Unmanaged[]): Promise<Map<string, string>> {
  const runs = new Map<string, string>()
  for (const { id, mark, codes } of clients) {
    const userId = await addUser(owner, mark)
    runs.set(
      id,
      await addRun(owner, {
        userId,
        clientId: id,
        codes,
        code: 'SAVINGS',
        name: mark,
        pdf: await makePdf([mark]),
      }),
    )
  }
  return runs
}

/** Adds a decided bill for each client. Returns the ids of the decisions by client id. */
async function addDecisions(owner: Database, clients: readonly Unmanaged[]): Promise<Map<string, string>> {
  const name = 'Decider of all clients'
  const userId = await addUser(owner, name)
  const ids = new Map<string, string>()
  await addPendingBills(
    owner,
    clients.map(({ mark, codes: [client] }) => ({ itn: `${mark}-decided`, client, patientName: mark })),
  )
  for (const { id, mark } of clients) {
    const command = {
      itn: `${mark}-decided`,
      round: undefined,
      decision: { denialCode: '0188' },
      user: { id: userId, name: mark },
      key: undefined,
      at: new Date('2026-03-12T12:00:00Z'),
    }
    const context = { caller: { actor: userId, address: '', reference: '' }, timeZone: 'UTC' }
    const scope = await findClientScope(owner, id)
    const response = await withScope(owner, scope, (db) => decide(db, command, context))
    await proposeApproval(owner, { itn: mark, userId, name: mark })
    ids.set(id, String(response?.members.decisionId))
  }
  return ids
}

/** For each client, imports a patient with an incident, the incident's file, and one row of every kind. */
async function addCases(databaseContext: Portal['databaseContext'], dataDir: string, clients: Unmanaged[]) {
  const fixture = await createCaseFixture(databaseContext, dataDir)
  const { rejects } = await fixture.import({
    ...Object.fromEntries(
      Object.entries(caseLines).map(([name, [header, line]]) => [
        name,
        [header, ...clients.map(line)].join('\n'),
      ]),
    ),
    ...Object.fromEntries(
      await Promise.all(
        clients.map(async ({ mark, incidentNumber }) => [
          `files/${incidentNumber}.pdf`,
          await makePdf([mark], { mark }),
        ]),
      ),
    ),
  })
  if (rejects.length > 0) throw new Error(rejects.join('\n'))
  await fixture.close()
}

type Line = (client: Unmanaged) => string

const caseLines: Record<string, [header: string, line: Line]> = {
  'patients.csv': [
    'patientCode,client,lastName,firstName,dateOfBirth',
    ({ mark, codes: [code] }) => `${mark},${code},${mark},Ada,1980-05-06`,
  ],
  'policies.csv': ['policyNumber,patientCode', ({ mark }) => `${mark},${mark}`],
  'incidents.csv': [
    'incidentNumber,patientCode,policyNumber,dateOfIncident,incidentDescription,enterDate,summary',
    ({ mark, incidentNumber }) => `${incidentNumber},${mark},${mark},2026-03-01,${mark},2026-03-02,${mark}`,
  ],
  'records.csv': [
    'id,incidentNumber,dateAdded,pageStart,pageEnd',
    ({ mark, incidentNumber }) => `${mark},${incidentNumber},2026-03-03,1,1`,
  ],
  'documents.csv': [
    'id,incidentNumber,dateAdded,pageStart,pageEnd',
    ({ mark, incidentNumber }) => `${mark},${incidentNumber},2026-03-04,1,1`,
  ],
  'bills.csv': [
    'itn,incidentNumber,providerName,serviceFrom,serviceTo,currency,totalCharges,repricedAmount,processedDate,paymentStatus,imagePageStart,imagePageEnd',
    ({ mark, incidentNumber }) =>
      `${mark},${incidentNumber},${mark},2026-03-01,2026-03-02,USD,100,80,2026-03-09,${mark},1,1`,
  ],
  'notes.csv': [
    'id,incidentNumber,timestamp,type,author,noteText',
    ({ mark, incidentNumber }) => `${mark},${incidentNumber},2026-03-05T08:00:00Z,${mark},${mark},${mark}`,
  ],
}

function clientEntry({ id, mark, codes }: Unmanaged) {
  return {
    id,
    name: `Client ${mark}`,
    codes: codes.map((code) => ({ code, name: `Code ${code}` })),
    currentActivity: true,
    patientSearch: true,
    clientAuth: true,
    caseSummary: true,
    authorizers: 'all',
    providerSearches: ['domestic-secure-provider-search', 'international-provider-search'],
    reports: reportCodes.map((code) => ({
      code,
      name: `${code} ${mark}`,
      multiClient: code !== 'AUTHAGING',
    })),
    accountManagers: [
      {
        name: `Manager ${mark}`,
        title: mark,
        email: `${mark}@example.com`,
        phone: '555-0100',
        picture: `data:image/png;base64,${makePng(mark)}`,
      },
    ],
    vob: { sincerely: mark, groups: { [mark]: `Group ${mark}` } },
    home: { banner: `Banner ${mark}`, videoUrl: `/videos/${mark}.webm`, html: `<p>Home ${mark}</p>` },
    member: { html: `<p>Member ${mark}</p>`, ...shownCard(mark) },
  }
}
