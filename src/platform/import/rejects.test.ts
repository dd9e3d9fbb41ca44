import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rejectsFile } from './rejects.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const header = ['id', 'name']

test('reports an unwritable rejects file before anything is read', async () => {
  const path = join(folder, 'in-the-way.rejects.csv')
  await mkdir(path)
  await expect(rejectsFile(path, header)).rejects.toThrow(
    `Nothing was imported: the file for rejected rows, ${path}, cannot be written (EISDIR). Check the free space`,
  )
})

test('writes every rejected row with its original cells', async () => {
  const path = join(folder, 'many.rejects.csv')
  const rejects = await rejectsFile(path, header)
  const cells = (at: number) => [`+1 305 ${at}`, '=1+1']
  for (let at = 0; at < 5000; at += 1) await rejects.add({ line: at + 2, fields: cells(at) }, 'no place')
  await rejects.close()
  const lines = (await readFile(path, 'utf8')).split('\r\n')
  expect(lines).toHaveLength(5002)
  expect([lines[0], lines[5000]]).toEqual(['line,reason,id,name', '5001,no place,+1 305 4999,=1+1'])
})

test('removes an earlier rejects file when no row is rejected', async () => {
  const path = join(folder, 'none.rejects.csv')
  const before = await rejectsFile(path, header)
  await before.add({ line: 2, fields: ['1', 'Mercy'] }, 'no place')
  await before.close()
  await (await rejectsFile(path, header)).close()
  await expect(readFile(path)).rejects.toThrow('ENOENT')
})
