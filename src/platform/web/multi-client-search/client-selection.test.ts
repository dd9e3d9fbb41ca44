import { expect, test } from 'vitest'
import { selectedCodes } from './client-selection.ts'

const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

test('a user with one client searches that client', () => {
  expect(selectedCodes({ allClients: false, clients: [] }, alps.slice(1))).toEqual(['ALP2'])
})

test('all clients means all available clients', () => {
  expect(selectedCodes({ allClients: true, clients: ['ALP1'] }, alps)).toEqual(['ALP1', 'ALP2'])
})

test('drops a selected client that is no longer available', () => {
  expect(selectedCodes({ allClients: false, clients: ['GONE', 'ALP2'] }, alps)).toEqual(['ALP2'])
  expect(selectedCodes({ allClients: false, clients: ['GONE'] }, alps)).toEqual([])
})
