import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectsFile } from '#platform/import/rejects.ts'
import { setUpRosterFixture } from '#test-support/roster-fixture.ts'
import { createRoster } from '../provider-search-seed.ts'
import { importRoster } from './import-roster.ts'

let folder: string
const { database, fixture } = setUpRosterFixture()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'))
  await fixture.addNetwork('coastal')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
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
