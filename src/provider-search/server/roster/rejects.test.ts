import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#testing/database.ts'
import { openRosterDesk } from '#testing/roster-desk.ts'
import { importRoster } from './import-roster.ts'
import { rejectsFile } from './rejects.ts'
import { rosterOf } from './roster-source.ts'

let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let desk: Awaited<ReturnType<typeof openRosterDesk>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'))
  database = await cloneDatabase(inject('testServer'))
  desk = await openRosterDesk(database.workplace)
  await desk.addNetwork('coastal')
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await desk.close()
  await database.drop()
})

const header = ['id', 'name']

test('a rejects file that cannot be written is refused in words, before anything is read', async () => {
  const path = join(folder, 'in-the-way.rejects.csv')
  await mkdir(path)
  await expect(rejectsFile(path, header)).rejects.toThrow(
    `Nothing was imported: the file for rejected rows, ${path}, cannot be written (EISDIR). Make room`,
  )
})

test('when the disk is full, nothing is imported', async () => {
  const path = join(folder, 'full.rejects.csv')
  await symlink('/dev/full', path)
  const rows = [
    { id: 1, name: 'Mercy', zipcode: '33131' },
    { id: 2, zipcode: '33131' },
  ]
  const importing = importRoster(database.workplace, {
    source: rosterOf('made', () => rows),
    network: 'coastal',
    actor: 'test',
    rejects: await rejectsFile(path, header),
  })
  await expect(importing).rejects.toThrow('cannot be written (ENOSPC)')
  expect(await desk.providers('coastal')).toEqual([])
})

test('a file of many rejected rows has them all, each cell as it came', async () => {
  const path = join(folder, 'many.rejects.csv')
  const rejects = await rejectsFile(path, header)
  const cells = (at: number) => [`+1 305 ${at}`, '=1+1']
  for (let at = 0; at < 5000; at += 1) await rejects.add({ line: at + 2, fields: cells(at) }, 'no place')
  await rejects.close()
  const lines = (await readFile(path, 'utf8')).split('\r\n')
  expect(lines).toHaveLength(5002)
  expect([lines[0], lines[5000]]).toEqual(['line,reason,id,name', '5001,no place,+1 305 4999,=1+1'])
})

test('without rejected rows there is no file, not even the one of an import before', async () => {
  const path = join(folder, 'none.rejects.csv')
  const before = await rejectsFile(path, header)
  await before.add({ line: 2, fields: ['1', 'Mercy'] }, 'no place')
  await before.close()
  await (await rejectsFile(path, header)).close()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})
