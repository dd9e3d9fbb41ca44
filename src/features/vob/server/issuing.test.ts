import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { queryRows, sql, withScope } from '#platform/db/database.ts'
import { searchProviders } from '#provider-search/contract.ts'
import { pdfPages } from '#test-support/pdf-pages.ts'
import { scopeOfCodes } from '#test-support/scope.ts'
import {
  createVobFixture,
  makeVobForm,
  postVob,
  requestPreview,
  requestVobTicket,
  submitVob,
  type VobFixture,
  vobNumberFrom,
} from '#test-support/vob-fixture.ts'
import { getVobData } from '../contract.ts'

let fixture: VobFixture
beforeAll(async () => {
  fixture = await createVobFixture()
})
afterAll(() => fixture.close())

const row = z.object({
  number: z.string(),
  clientCode: z.string(),
  issuedBy: z.string(),
  providerName: z.string(),
  policyNumber: z.string(),
  patientName: z.string(),
  dateOfService: z.string(),
  fields: z.record(z.string(), z.string()),
  pdf: z.instanceof(Buffer),
  sha256: z.instanceof(Buffer),
})

const findStored = (codes: string[]) =>
  withScope(fixture.db, scopeOfCodes(codes), (scoped) =>
    queryRows(
      scoped,
      row,
      sql`
      select number, client_code as "clientCode", issued_by as "issuedBy", provider_name as "providerName",
             policy_number as "policyNumber", patient_name as "patientName", date_of_service as "dateOfService",
             fields, pdf, pdf_sha256 as sha256
        from vob order by number desc`,
    ),
  )

test('returns the letter options from the client’s configuration', async () => {
  const request = { providerSearchType: 'secureDomestic', client: 'ALP1,ALP2' }
  const response = await fixture.call(getVobData, request, { headers: fixture.staff.headers })
  expect(getVobData.response.parse(response.json())).toMatchObject({
    groups: { 'ATI-1000': 'ATI-1000 Leisure' },
    sincerely: 'Harborline Assistance, Provider Relations',
  })
})

test('returns a letter as an inline PDF that must not be cached', async () => {
  const { statusCode, headers, rawPayload } = await submitVob(fixture, makeVobForm())
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(headers['content-disposition']).toMatch(/^inline; filename="VOB-\d{4}-\d{6}\.pdf"$/)
  expect(rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
})

test('stores each letter with its issuer, provider, policy, time and PDF', async () => {
  const form = makeVobForm({ providerName: 'mercy hospital', patientPolicyNumber: 'ATI-7' })
  const { rawPayload } = await submitVob(fixture, form)
  const [latest] = await findStored(['ALP1'])
  expect(latest).toMatchObject({
    clientCode: 'ALP1',
    issuedBy: fixture.staff.userId,
    providerName: 'Mercy Hospital',
    policyNumber: 'ATI-7',
    patientName: 'Sampleton, Zoë',
    dateOfService: '2026-11-23',
    fields: { ...form },
  })
  expect(latest?.pdf.equals(rawPayload)).toBe(true)
  expect(latest?.sha256).toEqual(hash('sha256', rawPayload, 'buffer'))
})

test('keeps line breaks in notes posted with CRLF', async () => {
  const Token = await requestVobTicket(fixture, makeVobForm({ notes: 'First line.\nSecond line.' }))
  const { statusCode, rawPayload } = await postVob(
    fixture,
    makeVobForm({ notes: 'First line.\r\nSecond line.' }),
    {
      Token,
    },
  )
  expect(statusCode).toBe(200)
  const [page] = await pdfPages(rawPayload)
  expect(page?.text).toMatch(/First line\.\s+Second line\./)
})

test('hides stored letters from other clients', async () => {
  await submitVob(fixture, makeVobForm())
  expect(await findStored(['LAG1'])).toEqual([])
  expect(await queryRows(fixture.db, z.object({}), sql`select from vob`)).toEqual([])
})

test('prevents changes to issued letters', async () => {
  await submitVob(fixture, makeVobForm())
  const scope = scopeOfCodes(['ALP1'])
  for (const change of [sql`delete from vob`, sql`update vob set policy_number = 'x'`])
    await expect(withScope(fixture.db, scope, (scoped) => change.execute(scoped))).rejects.toThrow(
      'permission denied',
    )
  await expect(sql`delete from vob`.execute(fixture.databaseContext.owner)).rejects.toThrow('append-only')
})

test('writes an audit entry without patient data when a letter is issued', async () => {
  const { headers } = await submitVob(fixture, makeVobForm({ patientLastName: 'Secretname' }))
  const number = vobNumberFrom(headers)
  const entries = await queryRows(
    fixture.databaseContext.owner,
    z.object({ actor: z.string(), action: z.string(), entry: z.string() }),
    sql`select actor, action, audit_event::text as entry from audit_event where subject = ${number}`,
  )
  expect(entries).toMatchObject([{ actor: fixture.staff.userId, action: 'verification of benefits issued' }])
  expect(entries[0]?.entry).not.toContain('Secretname')
})

test('returns a preview as a double-resolution image and stores no letter', async () => {
  const before = await findStored(['ALP1'])
  const { statusCode, headers, rawPayload } = await requestPreview(fixture, makeVobForm())
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([612 * 2, 792 * 2])
  expect(await findStored(['ALP1'])).toHaveLength(before.length)
})

test('counts previews in the analytics under the client’s name', async () => {
  await requestPreview(fixture, makeVobForm())
  await fixture.app.analytics.flush()
  const counted = await queryRows(
    fixture.databaseContext.owner,
    z.object({ client: z.string() }),
    sql`select distinct client from analytics_count where event = 'cc_vob_self_issue'`,
  )
  expect(counted).toEqual([{ client: 'Client alpine' }])
})

test('picks the provider with the given hash among namesakes', async () => {
  const search = { providerSearchCode: 'secureDomestic', providerCode: 'secureDomestic', state: 'FL' }
  const request = { ...search, name: 'Twin Clinic', providerType: '0000000000' }
  const response = await fixture.call(searchProviders, request, { headers: fixture.staff.headers })
  const twins = searchProviders.response.parse(response.json()).results
  const requestStatus = async (city: string) => {
    const hashOfTwin = twins.find((twin) => twin.city === city)?.hash ?? ''
    return (
      await requestPreview(fixture, makeVobForm({ providerName: 'Twin Clinic', ProviderHash: hashOfTwin }))
    ).statusCode
  }
  expect(await requestStatus('Miami')).toBe(200)
  expect(await requestStatus('Tampa')).toBe(422)
})
