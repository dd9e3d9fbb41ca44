import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editDistance, maxEdits } from '#platform/contract/edit-distance.ts'
import { openPortal } from '#test-support/portal-fixture.ts'
import { createRosterFixture } from '#test-support/roster-fixture.ts'
import { searchProviders } from '../contract.ts'
import { allTypes } from '../rules.ts'

const names = [
  "St. Mary's Regional Medical Center",
  'Saint Mary Hospital',
  'Mercy Hospital',
  'Mercy Hospital of Springfield',
  'Merly Hospital',
  'Zürich Kinderspital GmbH',
  'Johns Hopkins Bayview, Inc.',
  'Dr. Ann O’Neil, M.D., P.A.',
  'Northside Cardiology & Associates LLC',
  'Riverbend Dialysis Ctr 24',
  'Glen Long-Term Care',
  'Harbor Healthcare Pharmacy',
  'Parke Point Clinic',
  'Jercy Point Clinic',
]

let portal: Awaited<ReturnType<typeof openPortal>>

beforeAll(async () => {
  portal = await openPortal()
  const fixture = createRosterFixture(portal)
  const rows = names.map((name, at) => `${at},"${name}",FL,US,25.77,-80.19,${at === 3}`)
  await fixture.import(`id,name,state,country,latitude,longitude,preferred\n${rows.join('\n')}`, {
    network: 'publicDomestic',
  })
  await fixture.close()
})
afterAll(() => portal.close())

async function found(name: string, place: object = { state: 'FL' }): Promise<string[]> {
  const search = { providerSearchCode: 'publicDomestic', providerType: allTypes, name, ...place }
  const response = await portal.call(searchProviders, search)
  expect(response.statusCode).toBe(200)
  return response.json().results.map((provider: { name: string }) => provider.name)
}

test.each([
  ['an unknown name', 'Quixotic Xylophone'],
  ['a known name and an unknown word', 'Mercy Xylophone'],
  ['symbols only', '🙂 !!! ---'],
  ['two typos in a short word', 'Xnm Oneil'],
  ['a typo in a number', 'Riverbend 25'],
  ['a word whose parts are in two names', 'longharbor'],
])('%s finds no providers', async (_case, typed) => {
  expect(await found(typed)).toEqual([])
})

test.each([
  ['saint marys', "St. Mary's Regional Medical Center"],
  ['St Mary Hosp', 'Saint Mary Hospital'],
  ['hospital saint mary', 'Saint Mary Hospital'],
  ['zurich kinderspital', 'Zürich Kinderspital GmbH'],
  ['ZÜRICH kinder', 'Zürich Kinderspital GmbH'],
  ['Johns Hopkins', 'Johns Hopkins Bayview, Inc.'],
  ['Jonhs Hopkisn', 'Johns Hopkins Bayview, Inc.'],
  ['Hopkins Bayveiw LLC', 'Johns Hopkins Bayview, Inc.'],
  ['doctor oneil md', 'Dr. Ann O’Neil, M.D., P.A.'],
  ['Dr. Johns Hopkins', 'Johns Hopkins Bayview, Inc.'],
  ["O'Niel", 'Dr. Ann O’Neil, M.D., P.A.'],
  ['northside cardiology and associates', 'Northside Cardiology & Associates LLC'],
  ['nrthside crdiology', 'Northside Cardiology & Associates LLC'],
  ['crdiolgy', 'Northside Cardiology & Associates LLC'],
  ['riverband dialisys', 'Riverbend Dialysis Ctr 24'],
  ['riverbend dialysis cetner', 'Riverbend Dialysis Ctr 24'],
  ['dial 24', 'Riverbend Dialysis Ctr 24'],
  ['longterm care', 'Glen Long-Term Care'],
  ['health care harbor', 'Harbor Healthcare Pharmacy'],
])('"%s" finds %s first', async (typed, name) => {
  expect((await found(typed))[0]).toBe(name)
})

test('ranks exact names first, then longer names (even if preferred), then names with typos', async () => {
  expect(await found('mercy hospital')).toEqual([
    'Mercy Hospital',
    'Mercy Hospital of Springfield',
    'Merly Hospital',
  ])
})

test('a typed word that is a prefix or synonym does not also match words with typos', async () => {
  expect(await found('pharm')).toEqual(['Harbor Healthcare Pharmacy'])
  expect(await found('sankt')).toEqual(['Saint Mary Hospital', "St. Mary's Regional Medical Center"])
})

test('a typed word that is known is corrected freely if nothing else is found', async () => {
  expect((await found('mercy point'))[0]).toBe('Jercy Point Clinic')
  expect(await found('mercy')).not.toContain('Jercy Point Clinic')
})

test('a search by distance tolerates typos in names and finds only providers within range', async () => {
  const place = { latitude: 25.77, longitude: -80.19, rangeInKM: 5 }
  expect(await found('mercy hospitl', place)).toEqual(
    expect.arrayContaining(['Mercy Hospital', 'Mercy Hospital of Springfield']),
  )
  expect(await found('mercy', { ...place, latitude: 27 })).toEqual([])
})

test('finds a name typed with up to two typos in one word and with its words rotated', async () => {
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  const typo = fc.tuple(fc.constantFrom('wrong', 'missing', 'extra', 'swapped'), fc.nat(30), letter)
  await fc.assert(
    fc.asyncProperty(
      fc.nat(names.length - 1),
      fc.nat(5),
      fc.array(typo, { maxLength: 2 }),
      async (at, turn, edits) => {
        const name = names[at] ?? ''
        const words = name
          .toLowerCase()
          .normalize('NFD')
          .replaceAll(/[\u0300-\u036f'’]/g, '')
          .split(/[^a-z0-9]+/)
          .filter((word) => word.length > 2)
        const place = turn % words.length
        const original = words[place] ?? ''
        const mistyped = edits.reduce(
          (word, [kind, where, other]) => withSlip(word, kind, where, other),
          original,
        )
        fc.pre(maxEdits(mistyped) >= editDistance(mistyped, original))
        fc.pre(!dictionary.some((word) => word.startsWith(mistyped)))
        const typed = [...words.slice(place + 1), mistyped, ...words.slice(0, place)].join(' ')
        expect(await found(typed)).toContain(name)
      },
    ),
    { numRuns: 300, seed: 3 },
  )
})

const dictionary = names.flatMap((name) => name.toLowerCase().split(/[^a-z]+/))

function withSlip(word: string, kind: string, where: number, letter: string): string {
  const at = where % word.length
  if (kind === 'wrong') return word.slice(0, at) + letter + word.slice(at + 1)
  if (kind === 'missing') return word.slice(0, at) + word.slice(at + 1)
  if (kind === 'extra') return word.slice(0, at) + letter + word.slice(at)
  const first = Math.min(at, word.length - 2)
  return word.slice(0, first) + (word[first + 1] ?? '') + (word[first] ?? '') + word.slice(first + 2)
}

test('accepts any text as a name', async () => {
  const strange = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(fc.constantFrom("'", '"', '\\', '&', '|', '!', ':*', '(', ')', '<->', '%', '🙂', 'mercy', ' '), {
        maxLength: 40,
      })
      .map((parts) => parts.join('')),
  )
  await fc.assert(
    fc.asyncProperty(strange, async (name) => {
      const search = {
        providerSearchCode: 'publicDomestic',
        providerType: allTypes,
        state: 'FL',
        city: 'Miami',
        name: name.slice(0, 200),
      }
      expect((await portal.call(searchProviders, search)).statusCode).toBe(name.includes('\0') ? 400 : 200)
    }),
    { numRuns: 300, seed: 9 },
  )
})

test.each([
  ['mercy', 'mercy', 0],
  ['mercy', 'mrecy', 1],
  ['mercy', 'mecry', 1],
  ['mercy', 'mery', 1],
  ['mercy', 'merccy', 1],
  ['mercy', 'murky', 2],
  ['', 'abc', 3],
])('the edit distance between %s and %s is %i', (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits)
  expect(editDistance(other, one)).toBe(edits)
})
