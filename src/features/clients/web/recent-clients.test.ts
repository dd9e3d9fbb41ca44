import { expect, test } from 'vitest'
import { addRecent } from './open-client.ts'

const client = (id: string) => ({ id, label: id.toUpperCase() })
const visited = (...ids: string[]) => ids.reduce(withRecentId, [])
const withRecentId = (list: ReturnType<typeof addRecent>, id: string) => addRecent(list, client(id))
const listIds = (list: ReturnType<typeof addRecent>) => list.map(({ id }) => id)

test('puts the last visited client first', () => {
  expect(listIds(visited('alpine', 'lagoon', 'coastal'))).toEqual(['coastal', 'lagoon', 'alpine'])
})

test('moves a revisited client to the top under its newest name', () => {
  const list = addRecent(visited('alpine', 'lagoon'), { id: 'alpine', label: 'Alpine, renamed' })
  expect(list).toEqual([{ id: 'alpine', label: 'Alpine, renamed' }, client('lagoon')])
})

test('adding a sixth client drops the oldest one', () => {
  expect(listIds(visited('a', 'b', 'c', 'd', 'e', 'f'))).toEqual(['f', 'e', 'd', 'c', 'b'])
})
