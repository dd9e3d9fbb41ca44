import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listDocumentHashes } from '#cases/server/incident-queries.ts'
import { setPause } from '#platform/concurrency/sleep.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { findMissingKeys } from '#platform/db/column-encryption/column-key-queries.ts'
import { attachColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { documentPath, StorageAwayError } from '#platform/pdf/document-service/document-storage.ts'
import { openCasePortal } from '#test-support/case-portal-fixture.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { createDocumentCheck, waitForColumnKeys, waitForDocuments } from './wait-for-documents.ts'

const database = setUpDatabase()

type Result = { named: number; missing: string[]; accepted?: string[] } | Error

/** Waits while the store has these results, one after the other. Returns what was said, and why it waited. */
async function runWith(results: Result[], allowsMissing = false) {
  onTestFinished(setPause(async () => {}))
  const [said, reasons]: [string[], string[]] = [[], []]
  const find = async () => {
    const result = results.shift()
    if (!result) throw new Error('The portal looked once more than expected.')
    if (result instanceof Error) throw result
    return { accepted: [], ...result, named: Array<string>(result.named).fill('') }
  }
  const check = { place: '/srv/portal/documents', find, allowsMissing }
  await waitForDocuments(check, { say: (text) => said.push(text), wait: (reason) => reasons.push(reason) })
  return { said, reasons, left: results.length }
}

const found = { named: 120, missing: [] }
const lost = { named: 120, missing: ['aa', 'bb'] }

test('waits for every document until it is there, says so once, and names them', async () => {
  const { said, reasons, left } = await runWith([lost, lost, found])
  expect(said).toEqual([
    'Documents that the database names are missing from /srv/portal/documents (2 of 120): aa, bb. The portal is not ready until they are there. Check DATA_DIR and DOCUMENTS_URL, or restore them from a backup. If they are lost for good, "npm run portal -- documents accept-missing 2" lets the portal start without them.',
  ])
  const reason =
    'Stored documents are missing (2 of 120). The log of the portal says which ones, and what to do.'
  expect(reasons).toEqual([reason, reason])
  expect(left).toBe(0)
})

test('says nothing if no document is missing, or if there is none', async () => {
  expect(await runWith([found])).toMatchObject({ said: [], reasons: [] })
  expect(await runWith([{ named: 0, missing: [] }])).toMatchObject({ said: [], reasons: [] })
})

test('does not wait for documents that an operator accepted as lost, and mentions them', async () => {
  const { said, reasons } = await runWith([{ ...found, accepted: ['aa'] }])
  expect(said).toEqual(['/srv/portal/documents lacks 1 document that an operator accepted as lost.'])
  expect(reasons).toEqual([])
  expect((await runWith([{ ...lost, accepted: ['cc'] }, found])).reasons).toHaveLength(1)
})

test('waits for a store that is away without telling everyone where it is', async () => {
  const away = new StorageAwayError('The document store s3://documents cannot be used (503).')
  const { said, reasons } = await runWith([away, lost, found])
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('s3://documents cannot be used (503). The portal is not ready')
  expect(reasons.join(' ')).not.toContain('s3:')
  expect(reasons[0]).toBe('The document store cannot be reached. The log of the portal says why.')
})

test('becomes ready without its documents if a setting allows it', async () => {
  const { said, reasons } = await runWith([lost], true)
  expect(said).toHaveLength(1)
  expect(reasons).toEqual([])
})

test('ends with any other error', async () => {
  await expect(runWith([new Error('the database is away')])).rejects.toThrow('the database is away')
})

/** Names a key in the database, and adds a text of that key. */
async function addTextOf(keyId: string, incidentNumber: string) {
  await execute(owner(), sql`insert into column_key values (${keyId}, now())`)
  await addClient(database, keyId, [`C${keyId}`])
  await inTransaction(owner(), async (db) => {
    await bypassTenantFilter(db, 'transaction')
    await execute(
      db,
      sql`insert into patient (client_code, patient_code, last_name, first_name, date_of_birth) values (${`C${keyId}`}, 'P', 'A', 'B', '1980-01-01')`,
    )
    await execute(
      db,
      sql`
      insert into incident (incident_number, client_code, patient_code, date_of_incident, description, enter_date, summary)
      values (${incidentNumber}, ${`C${keyId}`}, 'P', '2026-01-01', 'D', '2026-01-02', ${`\u0001${keyId}.AAAA`})`,
    )
  })
}

const owner = () => database.databaseContext.owner

test('waits for the key of encrypted texts until the file has it, and records the current one', async () => {
  const { databaseContext } = database
  const [needed, current] = ['a'.repeat(16), 'b'.repeat(16)].map((id) => ({ id, bytes: Buffer.alloc(32) }))
  const file = [current]
  onTestFinished(setPause(async () => void file.push(needed)))
  const columnKeys = {
    current: () => current,
    find: (id: string) => file.find((key) => key?.id === id),
    known: new Set<string>(),
    allowsMissing: false,
  }
  attachColumnKeys(databaseContext.owner, columnKeys)
  const named = async () => queryRows(databaseContext.owner, z.object({ id: z.string() }), keysQuery)
  await addTextOf('a'.repeat(16), '26000000001')
  await execute(owner(), sql`insert into column_key values (${'e'.repeat(16)}, now())`)
  const [said, reasons]: [string[], string[]] = [[], []]
  await waitForColumnKeys(databaseContext, {
    say: (text) => said.push(text),
    wait: (reason) => reasons.push(reason),
  })
  expect(said).toEqual([expect.stringContaining(`the key ${needed?.id}, which the portal does not have.`)])
  expect(reasons).toEqual([
    'A key that encrypts texts in the database is missing. The log of the portal says which one.',
  ])
  expect(await named()).toEqual([{ id: needed?.id }, { id: current?.id }, { id: 'e'.repeat(16) }])
})

test('waits for a retired key that a former version has used again', async () => {
  const { databaseContext } = database
  const id = 'd'.repeat(16)
  await addTextOf(id, '26000000003')
  const nothing = { current: () => undefined, find: () => undefined, known: new Set<string>() }
  attachColumnKeys(databaseContext.owner, { ...nothing, allowsMissing: false })
  await execute(owner(), sql`update column_key set retired_at = now() where id = ${id}`)
  expect(await findMissingKeys(owner())).not.toContain(id)
  await execute(owner(), sql`insert into column_key values (${id}, now()) on conflict do nothing`)
  expect(await findMissingKeys(owner())).toContain(id)
})

test('names a key that is lost, and does not wait for it', async () => {
  const { databaseContext } = database
  await addTextOf('c'.repeat(16), '26000000002')
  const nothing = { current: () => undefined, find: () => undefined, known: new Set<string>() }
  attachColumnKeys(databaseContext.owner, { ...nothing, allowsMissing: true })
  const [said, reasons]: [string[], string[]] = [[], []]
  await waitForColumnKeys(databaseContext, {
    say: (text) => said.push(text),
    wait: (reason) => reasons.push(reason),
  })
  expect(said.join()).toContain('c'.repeat(16))
  expect(said.join()).not.toContain('not ready')
  expect(reasons).toEqual([])
})

const keysQuery = sql`select id from column_key order by id`

test('a portal waits at its start for a document, until it is back or accepted as lost', async () => {
  const portal = await openCasePortal()
  onTestFinished(portal.close)
  const [sha256 = ''] = await portal.asOwner(listDocumentHashes)
  const path = join(portal.config.DATA_DIR, documentPath(sha256))
  const owned = portal.databaseContext.owner
  const changes = [
    () => rename(`${path}.away`, path),
    () => execute(owned, sql`insert into missing_document (sha256, accepted_at) values (${sha256}, now())`),
  ]
  onTestFinished(setPause(async () => void (await changes.shift()?.())))
  const start = async () => {
    const reasons: string[] = []
    const check = createDocumentCheck(portal.databaseContext, portal.config)
    await waitForDocuments(check, { say: () => {}, wait: (reason) => reasons.push(reason) })
    return reasons
  }
  const waited = [expect.stringContaining('Stored documents are missing (1 of 1).')]
  await rename(path, `${path}.away`)
  expect(await start()).toEqual(waited)
  await rename(path, `${path}.away`)
  expect(await start()).toEqual(waited)
  expect(await start()).toEqual([])
  // Its return ends the acceptance.
  await rename(`${path}.away`, path)
  expect(await start()).toEqual([])
  await rename(path, `${path}.away`)
  changes.push(() => rename(`${path}.away`, path))
  expect(await start()).toEqual(waited)
})
