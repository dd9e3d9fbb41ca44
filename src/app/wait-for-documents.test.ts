import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { setPause } from '#platform/concurrency/sleep.ts'
import { bypassTenantFilter } from '#platform/db/bypass-tenant-filter.ts'
import { attachColumnKeys } from '#platform/db/column-encryption/column-keys.ts'
import { execute, inTransaction, queryRows, sql } from '#platform/db/database.ts'
import { StorageAwayError } from '#platform/pdf/document-store/document-storage.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addClient } from '#test-support/sign-in-fixture.ts'
import { waitForColumnKeys, waitForDocuments } from './wait-for-documents.ts'

const database = setUpDatabase()

type Result = { checked: number; missing: number } | Error

/** Waits while the sample has these results, one after the other. Returns what was said, and why it waited. */
async function runWith(results: Result[], allowsMissing = false) {
  onTestFinished(setPause(async () => {}))
  const [said, reasons]: [string[], string[]] = [[], []]
  const count = async () => {
    const result = results.shift()
    if (!result) throw new Error('The portal looked once more than expected.')
    if (result instanceof Error) throw result
    return result
  }
  const check = { place: '/srv/portal/documents', count, allowsMissing }
  await waitForDocuments(check, { say: (text) => said.push(text), wait: (reason) => reasons.push(reason) })
  return { said, reasons, left: results.length }
}

test('does not wait for a few missing documents, but says so', async () => {
  const { said, reasons } = await runWith([{ checked: 100, missing: 50 }])
  expect(said).toEqual([
    'Checked 100 documents named in the database; 50 are missing from /srv/portal/documents. Check DATA_DIR and DOCUMENTS_URL, or restore the documents from the backup.',
  ])
  expect(reasons).toEqual([])
})

test('says nothing if no document is missing, or if there is none', async () => {
  expect(await runWith([{ checked: 100, missing: 0 }])).toMatchObject({ said: [], reasons: [] })
  expect(await runWith([{ checked: 0, missing: 0 }])).toMatchObject({ said: [], reasons: [] })
})

test('waits for most documents until they are there, and says so once', async () => {
  const lost = { checked: 100, missing: 51 }
  const { said, reasons, left } = await runWith([lost, lost, { checked: 100, missing: 0 }])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('The portal is not ready until they are there.')
  expect(reasons).toEqual(Array(2).fill(expect.stringContaining('Most of the stored documents are missing.')))
  expect(left).toBe(0)
})

test('waits for a store that is away without telling everyone where it is', async () => {
  const away = new StorageAwayError('The document store s3://documents cannot be used (503).')
  const { said, reasons } = await runWith([away, { checked: 2, missing: 2 }, { checked: 2, missing: 0 }])
  expect(said).toHaveLength(2)
  expect(said[0]).toContain('s3://documents cannot be used (503). The portal is not ready')
  expect(reasons.join(' ')).not.toContain('s3:')
  expect(reasons[0]).toBe('The document store cannot be reached. The log of the portal says why.')
})

test('becomes ready without its documents if the operator allows it', async () => {
  const { said, reasons } = await runWith([{ checked: 1, missing: 1 }], true)
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
