import { Command } from 'commander'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#test-support/database.ts'
import { addStatesCommand } from './states-command.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase(inject('testServer'))
})
afterAll(() => database.drop())

async function states(country: string) {
  let printed = ''
  const program = new Command('portal')
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {} })
  addStatesCommand(program, async () => ({ ...database.databaseContext, close: async () => {} }))
  await program.parseAsync(['states', country], { from: 'user' })
  return printed
}

test.each(['DE', 'deu', 'Germany', 'Deutschland'])(
  'lists the states of %s with codes and names',
  async (named) => {
    expect(await states(named)).toContain('DE-02  Bavaria  DE-BY\n    also Bayern\n')
  },
)

test('lists the counties that belong to a state', async () => {
  expect(await states('GB')).toMatch(/GB-ENG {2}England\n.*\n? {4}includes .*Kent, .*Surrey/)
})

test('reports an unknown country and a country without states', async () => {
  await expect(states('Atlantis')).rejects.toThrow('Unknown country "Atlantis".')
  expect(await states('MC')).toBe('The portal has no states for Monaco. Leave the column empty.\n')
})
