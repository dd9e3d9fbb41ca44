import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addAuditCommands } from '#audit/server/audit-command.ts'
import { listDecisions } from '#authorizations/backoffice-contract.ts'
import { processAuthorization } from '#authorizations/contract.ts'
import { listBills } from '#billing/contract.ts'
import { listMedicalRecords, searchPatients } from '#cases/contract.ts'
import { actorOnCommandLine } from '#platform/cli/with-database.ts'
import { audit } from '#platform/db/audit.ts'
import { execute, sql } from '#platform/db/database.ts'
import { createServiceToken } from '#sign-in/server/tokens/service-tokens.ts'
import { addPendingBills, endUndoTime } from '#test-support/authorization-fixture.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { type AddCommand, runCommand } from '#test-support/run-command.ts'
import { addCommands } from './commands.ts'

let portal: Awaited<ReturnType<typeof openCasePortal>>
let staff: Awaited<ReturnType<typeof portal.staffOf>>
let other: Awaited<ReturnType<typeof portal.staffOf>>
const incidentNumber = '24000000017'
beforeAll(async () => {
  portal = await openCasePortal()
  staff = await portal.staffOf('acme')
  other = await portal.staffOf('other')
  await staff.call(searchPatients, { searchType: 'POLICY', searchTerm: 'POL-1' })
  await staff.call(searchPatients, { searchType: 'POLICY', searchTerm: 'POL-2' })
  await staff.call(listMedicalRecords, { incidentNumber })
  await staff.call(listBills, { incidentNumber })
  await other.call(searchPatients, { searchType: 'NAMEL', searchTerm: 'sample' })
  const { owner } = portal.databaseContext
  const listed = { actor: other.userId, action: 'long list read', subject: 'ACME1,OTHER1' }
  const shown = Array.from({ length: 1001 }, (_, at) => `ITN-${at}`)
  await audit(owner, { ...listed, clientCodes: ['ACME1', 'OTHER1'], shown })
})
afterAll(() => portal.close())

const addAudit: AddCommand = (program, open) =>
  addAuditCommands(program, open, () => ({
    PORTAL_TIME_ZONE: 'America/New_York',
    DATA_DIR: '/nowhere',
    AUDIT_KEY_FILE: undefined,
    AUDIT_STREAM_URL: undefined,
  }))
const run = (...words: string[]) =>
  runCommand(portal, addAudit, ['audit', 'export', '--from', '2000-01-01', '--to', '2100-01-01', ...words])

const addAll: AddCommand = (program, open) =>
  addCommands(program, { open, openAsIs: open, openUnchecked: open })

/** The lines of an export, read as JSON. */
async function exportLines<Line extends z.ZodType>(line: Line, ...words: string[]) {
  const lines = (await run(...words, '--format', 'ndjson')).trim().split('\n').filter(Boolean)
  return lines.map((text) => line.parse(JSON.parse(text)))
}

const entry = z.object({ actor: z.string(), actorName: z.string().nullable(), action: z.string() })

/** The actions of the entries with a filter, without those of the exports themselves. */
async function exported(...words: string[]) {
  const entries = await exportLines(entry, ...words)
  return entries.map(({ action }) => action).filter((action) => action !== 'audit exported')
}

test('the entries of a patient are the searches, lists and cases that showed the patient, and long lists', async () => {
  expect(await exported('--patient', 'ACME1 P1')).toEqual([
    'patients searched',
    'medical records read',
    'bills read',
    'long list read',
  ])
  expect(await exported('--patient', 'ACME1 P2')).toEqual(['patients searched', 'long list read'])
})

const patientLine = z.object({
  clientCode: z.string(),
  patientCode: z.string(),
  lastName: z.string(),
  dateOfBirth: z.string(),
  entries: z.number(),
  actions: z.array(z.string()),
})

/** The patients whom the entries with a filter show. */
const shownPatients = (...words: string[]) => exportLines(patientLine, '--patients', ...words)

test('lists the patients whom a person was shown, with what was done, and records whom the list shows', async () => {
  const [ada, zoe, ...others] = await shownPatients('--person', staff.userId)
  expect(ada).toEqual({
    clientCode: 'ACME1',
    patientCode: 'P1',
    lastName: 'Sampleton',
    dateOfBirth: '1980-05-06',
    entries: 3,
    actions: ['bills read', 'medical records read', 'patients searched'],
  })
  expect(zoe).toMatchObject({ patientCode: 'P2', entries: 1, actions: ['patients searched'] })
  expect(others).toEqual([])
  const last = await portal.lastAudited()
  expect(last).toMatchObject({ action: 'audit exported', shown: ['ACME1 P1', 'ACME1 P2'] })
  expect(last?.detail).toEqual({ format: 'ndjson', file: null, person: staff.userId, patients: true })
})

test('names the client codes of long lists, and what leads to no patient, next to the list of patients', async () => {
  const file = join(portal.config.DATA_DIR, 'patients.csv')
  const printed = await run('--patients', '--person', other.userId, file)
  expect(readFileSync(file, 'utf8')).toBe(
    'clientCode,patientCode,lastName,firstName,dateOfBirth,entries,firstAt,lastAt,actions\r\n',
  )
  expect(printed).toContain('The entries show 0 patients.')
  expect(printed).toContain('any patient of these client codes: ACME1, OTHER1.')
  expect(printed).toContain('ITN-0, ITN-1, ')
  expect(printed).toContain(' and 980 more.')
})

test('a bill or card without a case shows the patients of its policy, unless the entry names the patient', async () => {
  const { owner } = portal.databaseContext
  await addPendingBills(owner, [{ itn: 'BY-POLICY', client: 'ACME1', policyNumber: 'pol 1' }])
  const entry = { actor: 'a test', clientCode: 'ACME1' }
  await audit(owner, { ...entry, action: 'bill by policy', subject: 'BY-POLICY' })
  await audit(owner, { ...entry, action: 'card by policy', subject: 'POL-1' })
  await audit(owner, { ...entry, action: 'card of a patient', subject: 'POL-1', shown: ['ACME1 P2'] })
  await audit(owner, { ...entry, clientCode: 'OTHER1', action: 'card of another client', subject: 'POL-1' })
  const codes = async (action: string) =>
    (await shownPatients('--action', action)).map(({ patientCode }) => patientCode)
  expect(await codes('bill by policy')).toEqual(['P1'])
  expect(await codes('card by policy')).toEqual(['P1'])
  expect(await codes('card of a patient')).toEqual(['P2'])
  expect(await codes('card of another client')).toEqual([])
})

test('the entries of a patient include pending bills without an incident, by the policy, of this client only', async () => {
  const { owner } = portal.databaseContext
  const pending = { itn: 'NO-INCIDENT', client: 'ACME1', policyNumber: 'pol 1' }
  const foreign = { itn: 'FOREIGN', client: 'OTHER1', policyNumber: 'POL-1' }
  await addPendingBills(owner, [pending, foreign])
  for (const { itn, client } of [pending, foreign])
    await audit(owner, {
      actor: staff.userId,
      action: `${itn} opened`,
      subject: itn,
      clientCode: client,
      shown: [itn],
    })
  expect(await exported('--patient', 'ACME1 P1', '--action', 'NO-INCIDENT opened')).toHaveLength(1)
  expect(await exported('--patient', 'ACME1 P1', '--action', 'FOREIGN opened')).toEqual([])
  expect(await exported('--patient', 'ACME1 P2', '--action', 'NO-INCIDENT opened')).toEqual([])
})

test('the entries of a case are those that showed it', async () => {
  expect(await exported('--case', incidentNumber)).toEqual([
    'patients searched',
    'medical records read',
    'bills read',
    'long list read',
  ])
})

test('filters by person, client and action combine', async () => {
  expect(await exported('--person', other.userId, '--action', 'Patients Searched')).toEqual([
    'patients searched',
  ])
  expect(await exported('--person', 'Staff of acme', '--case', incidentNumber)).toHaveLength(3)
  expect(await exported('--person', 'nobody')).toEqual([])
  expect(await exported('--client', 'other', '--action', 'long list read')).toEqual(['long list read'])
  expect(await exported('--client', 'OTHER1', '--action', 'bills read')).toEqual([])
})

test('an entry has the name of the person, or none for a program', async () => {
  const entries = await exportLines(entry.omit({ action: true }))
  expect(entries).toContainEqual({ actor: staff.userId, actorName: 'Staff of acme' })
  expect(entries).toContainEqual({ actor: actorOnCommandLine(), actorName: null })
  expect(await run('--person', staff.userId)).toContain(`,${staff.userId},Staff of acme,patients searched,`)
})

test.each([
  ['staff listed', 'staff', 'list'],
  ['members listed', 'members', 'list'],
  ['service tokens listed', 'service', 'list'],
  ['holds listed', 'hold', 'list'],
  ['retention shown', 'retention', 'show'],
  ['clients exported', 'clients', 'export'],
  ['client shown', 'clients', 'show', 'acme'],
])('a command leaves the entry "%s" with the person', async (action, ...words) => {
  await runCommand(portal, addAll, words)
  expect(await portal.lastAudited()).toMatchObject({ actor: actorOnCommandLine(), action })
})

test('the entries of a patient include the list of holds that named the patient', async () => {
  await runCommand(portal, addAll, ['hold', 'add', '--patient', 'ACME1 P2', '--reason', 'A lawsuit'])
  await runCommand(portal, addAll, ['hold', 'list'])
  expect(await exported('--patient', 'ACME1 P2', '--action', 'holds listed')).toHaveLength(1)
  expect(await exported('--patient', 'ACME1 P1', '--action', 'holds listed')).toEqual([])
})

test('the entries of a patient include decisions delivered to the back office', async () => {
  const { owner } = portal.databaseContext
  await execute(owner, sql`update client set client_auth = true, authorizers = 'all'`)
  await addPendingBills(owner, [
    { itn: 'RELEASED', client: 'ACME1', policyNumber: 'POL-1' },
    { itn: 'RELEASED-OTHER', client: 'OTHER1', policyNumber: 'POL-1' },
  ])
  await staff.call(processAuthorization, { itn: 'RELEASED', denialCode: '0188' })
  await other.call(processAuthorization, { itn: 'RELEASED-OTHER', denialCode: '0188' })
  for (const itn of ['RELEASED', 'RELEASED-OTHER']) await endUndoTime(owner, itn)
  const token = await createServiceToken(owner, {
    name: 'office',
    may: 'decisions',
    clientIds: undefined,
    actor: 'test',
  })
  const headers = { authorization: `Bearer ${token}` }
  const feed = await portal.call(listDecisions, {}, { headers })
  expect(listDecisions.response.parse(feed.json()).decisions).toHaveLength(2)
  expect(await exported('--patient', 'ACME1 P1', '--action', 'decisions told')).toHaveLength(1)
  expect(await exported('--patient', 'ACME1 P2', '--action', 'decisions told')).toEqual([])
})

test('an unknown patient, case or client is refused, and nothing is exported', async () => {
  await expect(run('--patient', 'ACME1 NOBODY')).rejects.toThrow('No patient has the codes “ACME1 NOBODY”')
  await expect(run('--case', '99999999999')).rejects.toThrow('No case has the incident number')
  await expect(run('--client', 'nobody')).rejects.toThrow('No client has the ID or code')
})

test('the export is audited with its filters', async () => {
  await run('--patient', 'ACME1 P1', '--action', 'bills read')
  const last = await portal.lastAudited()
  expect(last?.action).toBe('audit exported')
  expect(last?.detail).toEqual({ format: 'csv', file: null, patient: 'ACME1 P1', action: 'bills read' })
})

test('lists no patient of a request that was refused, or that found nothing', async () => {
  await other.call(listMedicalRecords, { incidentNumber })
  await audit(portal.databaseContext.owner, {
    actor: other.userId,
    action: 'request refused',
    subject: incidentNumber,
    detail: { status: 404 },
  })
  for (const action of ['medical records read', 'request refused'])
    expect(
      await exported('--person', other.userId, '--case', incidentNumber, '--action', action),
    ).toHaveLength(1)
  expect(await shownPatients('--person', other.userId, '--case', incidentNumber)).toEqual([])
})
