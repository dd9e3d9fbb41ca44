import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createProviderCommandsFixture } from '#test-support/provider-commands-fixture.ts'

let fixture: Awaited<ReturnType<typeof createProviderCommandsFixture>>

beforeAll(async () => {
  fixture = await createProviderCommandsFixture(inject('testServer'))
})
afterAll(() => fixture.close())

test.each([
  ['an unknown network', ['--network', 'atlantis'], 'There is no network "atlantis"'],
  ['no network', [], 'does not specify the network of its rows'],
  ['an unknown mapping', ['--network', 'coastal', '--mapping', 'nopes'], 'There is no mapping "nopes"'],
  ['an unknown option', ['--networks', 'coastal'], "unknown option '--networks'"],
])('%s is a usage error', async (_case, words, sentence) => {
  const used = fixture.importRoster('id,name,zipcode\n1,Mercy,33131\n', ...words)
  await expect(used).rejects.toMatchObject({ message: expect.stringContaining(sentence), exitCode: 1 })
})

test('a strict import that rejects a row exits with 1', async () => {
  const { printed, exitCode } = await fixture.importRoster(
    'id,name,zipcode\n1,,33131\n',
    '--network',
    'coastal',
    '--strict',
  )
  expect(exitCode).toBe(1)
  expect(printed).toContain('Nothing was imported: 1 row rejected, and --strict imports all rows or none.')
})

test('an import that rejects rows exits with 3 and names the rejects file', async () => {
  const { printed, exitCode } = await fixture.importRoster(
    'id,name,zipcode\n1,Mercy,33131\n2,,33131\n',
    '--network',
    'coastal',
  )
  expect(exitCode).toBe(3)
  expect(printed).toContain(`See the reasons in ${fixture.roster}.rejects.csv`)
  expect(printed).toContain('coastal: 1 added, 0 changed, 0 removed, 0 unchanged.')
  expect(readFileSync(`${fixture.roster}.rejects.csv`, 'utf8')).toBe(
    'line,reason,id,name,zipcode\r\n3,name is missing,2,,33131\r\n',
  )
})

test('an import without changes exits with 0 and reports nothing to do', async () => {
  const { printed, exitCode } = await fixture.importRoster(
    'id,name,zipcode\n1,Mercy,33131\n',
    '--network',
    'coastal',
  )
  expect(exitCode).toBe(0)
  expect(printed).toContain('Nothing to do: the directory is up to date.')
})

test('an import reports how rows were located and the encoding, detected or explicit', async () => {
  const guessed = await fixture.importRoster(
    Buffer.from('id,name,zipcode\n1,Łódź,33131\n'.replace(/Ł.*ź/, '\xa3\xf3d\x9f'), 'latin1'),
    '--network',
    'coastal',
  )
  expect(guessed.printed).toContain('Read as WINDOWS-1252, which is a guess.')
  expect(guessed.printed).toContain('Located 0 by coordinates, 1 by ZIP, 0 by city; 0 could not be located.')
  const named = await fixture.importRoster(
    Buffer.from([...Buffer.from('id,name,zipcode\n1,'), 0xa3, 0xf3, 0x64, 0x9f, ...Buffer.from(',33131\n')]),
    '--network',
    'coastal',
    '--encoding',
    'cp1250',
  )
  expect(named.printed).toContain('Read as WINDOWS-1250.')
  expect(named.printed).toContain('1 changed')
  await expect(
    fixture.importRoster('id,name\n', '--network', 'coastal', '--encoding', 'utf-9'),
  ).rejects.toThrow('Unknown encoding.')
})
