import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { rejectUnknownZone } from './prepare-database.ts'
import { messages } from './startup-messages.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterAll(() => database.drop())

test('the portal does not start with a time zone that the database does not know', async () => {
  const { owner } = database.databaseContext
  await rejectUnknownZone(owner, 'Asia/Kolkata')
  await expect(rejectUnknownZone(owner, 'Mars/Base')).rejects.toThrow(messages.unknownZone('Mars/Base'))
})
