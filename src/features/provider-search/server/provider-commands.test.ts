import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { actorOnCommandLine } from '#platform/cli/with-database.ts'
import { createProviderCommandsFixture } from '#test-support/provider-commands-fixture.ts'

let fixture: Awaited<ReturnType<typeof createProviderCommandsFixture>>
const coastal = ['--network', 'coastal']

beforeAll(async () => {
  fixture = await createProviderCommandsFixture(inject('testServer'))
})
afterAll(() => fixture.close())

const imported = (rows: number, ...words: string[]) => {
  const lines = Array.from({ length: rows }, (_, id) => `${id},Clinic ${id},33131`)
  return fixture.importRoster(`id,name,zipcode\n${lines.join('\n')}\n`, ...coastal, ...words)
}

test('removing more than 5% without a terminal exits with 4 and changes nothing', async () => {
  await imported(10)
  const { printed, exitCode } = await imported(9, '--replace')
  expect(exitCode).toBe(4)
  expect(printed).toContain("coastal would lose 1 of the source's 10 providers (10%).")
  expect(printed).toContain('To allow more removals, use --remove-up-to N or N%.')
  expect((await imported(10)).printed).toContain('Nothing to do')
})

test('a dry run reports changes and exits with 4 when the import would be rejected', async () => {
  await imported(10)
  const { printed, exitCode } = await imported(9, '--replace', '--dry-run')
  expect(exitCode).toBe(4)
  expect(printed).toContain('coastal: 0 to add, 0 to change, 1 to remove, 9 unchanged.')
  expect(printed).toContain('removed in coastal: 9 Clinic 9')
  expect(await imported(9, '--replace', '--remove-up-to', '10%', '--dry-run')).toMatchObject({ exitCode: 0 })
})

test('a file with only rejected rows imports nothing; the summary and the list show the reason', async () => {
  const text = 'id,name,zipcode\n1,,33131\n2,,33131\n'
  const { printed, exitCode } = await fixture.importRoster(text, ...coastal)
  expect(exitCode).toBe(1)
  expect(printed).toContain('Nothing was imported: every row was rejected.')
  expect(printed).not.toContain('Nothing to do')
  const list = await fixture.run('import', 'list', '--last', '1')
  expect(list.printed).toContain('source main  nothing imported, every row was rejected')
})

test.each(['x', '-1', '101%'])('--remove-up-to %s is a usage error', async (words) => {
  await expect(imported(10, '--remove-up-to', words)).rejects.toThrow('a number of providers or a percentage')
})

test('lists an import with file, source and operator, and undoes it by number', async () => {
  await imported(10)
  const { printed } = await imported(5, '--replace', '--remove-up-to', '5', '--source', 'main')
  const [, id = ''] = /import undo (\d+)/.exec(printed) ?? []
  const { printed: listed } = await fixture.run('import', 'list', '--last', '1')
  expect(listed).toContain(`${id}  `)
  expect(listed).toContain('coastal  source main  done, can be undone')
  expect(listed).toContain(`${fixture.roster}, by ${actorOnCommandLine()}`)
  expect(listed).toContain('5 read, 0 added, 0 changed, 5 removed, 0 rejected, 0 with warnings')
  expect((await fixture.run('import', 'undo', id)).printed).toContain(`Import ${id} is undone.`)
  expect((await fixture.run('import', 'list')).printed).toMatch(
    new RegExp(`${id}  .*  undone .* by command line`),
  )
  await expect(fixture.run('import', 'undo', id)).rejects.toThrow('was already undone at')
  await expect(fixture.run('import', 'undo', 'last')).rejects.toThrow('"import list" shows all imports')
})

test('hides, shows and removes a provider by ID', async () => {
  await imported(3)
  expect((await fixture.run('providers', 'hide', '1', ...coastal)).printed).toContain('Clinic 1 is hidden.')
  await expect(fixture.run('providers', 'hide', '1', ...coastal)).rejects.toThrow('is already hidden')
  expect((await fixture.run('providers', 'show', '1', ...coastal)).printed).toContain(
    'Clinic 1 is shown again.',
  )
  expect((await fixture.run('providers', 'remove', '1', ...coastal)).printed).toContain(
    'Clinic 1 is removed.',
  )
  await expect(fixture.run('providers', 'remove', '1', ...coastal)).rejects.toThrow(
    'There is no provider "1"',
  )
  await expect(fixture.run('providers', 'hide', '1')).rejects.toThrow("'--network <code>' not specified")
})
