import { expect, test } from 'vitest'
import { letterBits } from '#platform/contract/edit-distance.ts'
import { matchNames, matchRanks } from './match-names.ts'
import type { PlaceNames } from './place-names.ts'

const everywhere = { accepts: () => true, weigh: () => 1 }

test('of several spellings of a place, the closest counts, whichever comes first', () => {
  const keys = ['sprangfeeld', 'springfield', 'sprungfeld', 'sprungfild']
  const names = {
    keys,
    places: Int32Array.from([0, 0, 1, 1]),
    population: () => 1_000_000,
    lengths: Uint8Array.from(keys, ({ length }) => length),
    letters: Int32Array.from(keys, letterBits),
  } as unknown as PlaceNames
  expect(matchNames(names, { key: 'springfeld', begun: 'springfeld' }, everywhere)).toEqual([
    { place: 0, rank: matchRanks.typo, weight: 1 },
    { place: 1, rank: matchRanks.typo, weight: 1 },
  ])
})
