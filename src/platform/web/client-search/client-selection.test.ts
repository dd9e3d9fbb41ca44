import { expect, test } from 'vitest'
import { codesOf } from './client-selection.ts'

const alps = [
  { code: 'ALP1', name: 'Alpine Leisure Travel' },
  { code: 'ALP2', name: 'Alpine Business Travel' },
]

test('who has one client searches in that', () => {
  expect(codesOf({ allClients: false, clients: [] }, alps.slice(1))).toEqual(['ALP2'])
})

test('all clients are all that are offered', () => {
  expect(codesOf({ allClients: true, clients: ['ALP1'] }, alps)).toEqual(['ALP1', 'ALP2'])
})

test('a chosen client that is not offered any more is let go', () => {
  expect(codesOf({ allClients: false, clients: ['GONE', 'ALP2'] }, alps)).toEqual(['ALP2'])
  expect(codesOf({ allClients: false, clients: ['GONE'] }, alps)).toEqual([])
})
