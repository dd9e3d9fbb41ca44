import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { caseFolder } from './case-files.ts'

let path: string
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'case-folder-'))
  onTestFinished(() => rm(path, { recursive: true }))
})
const put = (...names: string[]) =>
  Promise.all(names.map((name) => writeFile(join(path, name), 'id,incidentNumber\n')))

test.each([
  ['bill.csv', 'bills.csv'],
  ['Notes.csv', 'notes.csv'],
  ['policy.csv', 'policies.csv'],
  ['bills (1).csv', 'bills.csv'],
  ['Files', 'files'],
  ['invoices.csv', undefined],
])('%s is skipped; suggested name: %s', async (name, suggestion) => {
  await put('records.csv', name)
  expect((await caseFolder(path)).skipped).toEqual([{ name, suggestion }])
})

test('hidden files and the rejects files of an earlier import are skipped silently', async () => {
  await put('notes.csv', 'notes.csv.rejects.csv', 'files.rejects.csv', '.DS_Store')
  expect((await caseFolder(path)).skipped).toEqual([])
})

test('a folder whose only file is misnamed is rejected with a suggested file name', async () => {
  await put('bill.csv')
  await expect(caseFolder(path)).rejects.toThrow('not a recognized file name. Did you mean bills.csv?')
})

test('a file in place of the documents folder is rejected', async () => {
  await put('notes.csv', 'files')
  await expect(caseFolder(path)).rejects.toThrow(`${join(path, 'files')} is not a folder.`)
})

test('an empty folder is rejected', async () => {
  await mkdir(join(path, 'files'))
  await expect(caseFolder(path)).rejects.toThrow('contains no case files')
})

test.each([
  ['a pipe', (at: string) => promisify(execFile)('mkfifo', [at]), 'NO_FILE'],
  ['a link to a device', (at: string) => symlink('/dev/zero', at), 'NO_FILE'],
  ['a folder', (at: string) => mkdir(at), 'EISDIR'],
])('%s in place of a document is not read', async (_kind, create, code) => {
  await mkdir(join(path, 'files'))
  await create(join(path, 'files', '24000000017.pdf'))
  const { documents } = await caseFolder(path)
  await expect(documents[0]?.read(1000)).rejects.toMatchObject({ code })
})

test('a document may be a symbolic link to a file', async () => {
  await mkdir(join(path, 'files'))
  await put('elsewhere')
  await symlink(join(path, 'elsewhere'), join(path, 'files', '24000000017.pdf'))
  const { documents } = await caseFolder(path)
  expect(Buffer.from((await documents[0]?.read(1000)) ?? []).toString()).toBe('id,incidentNumber\n')
})
