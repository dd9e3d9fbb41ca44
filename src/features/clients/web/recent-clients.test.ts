import { expect, test } from 'vitest'
import { withRecent } from './recent-clients.ts'

const client = (id: string) => ({ id, label: id.toUpperCase() })
const visited = (...ids: string[]) => ids.reduce(withRecentId, [])
const withRecentId = (list: ReturnType<typeof withRecent>, id: string) => withRecent(list, client(id))
const idsOf = (list: ReturnType<typeof withRecent>) => list.map(({ id }) => id)

test('the client visited last comes first', () => {
  expect(idsOf(visited('alpine', 'lagoon', 'coastal'))).toEqual(['coastal', 'lagoon', 'alpine'])
})

test('a client visited again moves to the head and stands there once, by its newest name', () => {
  const list = withRecent(visited('alpine', 'lagoon'), { id: 'alpine', label: 'Alpine, renamed' })
  expect(list).toEqual([{ id: 'alpine', label: 'Alpine, renamed' }, client('lagoon')])
})

test('a sixth client makes the oldest one go', () => {
  expect(idsOf(visited('a', 'b', 'c', 'd', 'e', 'f'))).toEqual(['f', 'e', 'd', 'c', 'b'])
})
