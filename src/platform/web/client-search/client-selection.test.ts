import { expect, test } from 'vitest'
import { codesOf } from './client-selection.ts'

const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

test('a user with one client searches in that client', () => {
  expect(codesOf({ allClients: false, clients: [] }, alps.slice(1))).toEqual(['ALP2'])
})

test('all clients means all available clients', () => {
  expect(codesOf({ allClients: true, clients: ['ALP1'] }, alps)).toEqual(['ALP1', 'ALP2'])
})

test('drops a selected client that is no longer available', () => {
  expect(codesOf({ allClients: false, clients: ['GONE', 'ALP2'] }, alps)).toEqual(['ALP2'])
  expect(codesOf({ allClients: false, clients: ['GONE'] }, alps)).toEqual([])
})
