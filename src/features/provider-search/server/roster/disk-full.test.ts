import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rejectsFile } from '#platform/import/rejects.ts'
import { cloneDatabase } from '#test-support/database.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { importRoster } from './import-roster.ts'
import { createRoster } from './in-memory-roster.ts'

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let fixture: Awaited<ReturnType<typeof createRosterFixture>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'))
  database = await cloneDatabase(inject('testServer'))
  fixture = await createRosterFixture(database.databaseContext)
  await fixture.addNetwork('coastal')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await fixture.close()
  await database.drop()
})

test('imports nothing when the disk is full', async () => {
  const path = join(folder, 'full.rejects.csv')
  await symlink('/dev/full', path)
  const rows = [
    { id: 1, name: 'Mercy', zipcode: '33131' },
    { id: 2, zipcode: '33131' },
  ]
  const importing = importRoster(database.databaseContext, {
    source: createRoster('made', () => rows),
    network: 'coastal',
    actor: 'test',
    rejects: await rejectsFile(path, ['id', 'name']),
  })
  await expect(importing).rejects.toThrow('cannot be written (ENOSPC)')
  expect(await fixture.providers('coastal')).toEqual([])
})
