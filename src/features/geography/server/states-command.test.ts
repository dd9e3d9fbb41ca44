import { expect, test } from 'vitest'
import { runCommand } from '#test-support/run-command.ts'
import { setUpDatabase } from '#test-support/set-up-database.ts'
import { addStatesCommand } from './states-command.ts'

const database = setUpDatabase()

const states = (country: string) => runCommand(database, addStatesCommand, ['states', country])

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
