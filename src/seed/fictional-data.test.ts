import { expect, test } from 'vitest'
import { brand, email, person, street, taxId, telephone } from './fictional-data.ts'
import { createRandom, createWeightedPicker } from './seeded-random.ts'

const thousand = <T>(make: (index: number) => T) => Array.from({ length: 1000 }, (_, index) => make(index))

test('one seed gives the same values on every machine', () => {
  const random = createRandom('harbour')
  expect([person(random), brand(random), street(random), telephone(random, '(305)')]).toMatchInlineSnapshot(`
    [
      {
        "first": "Iris",
        "last": "Standinwick",
      },
      "Zellow Vale",
      "9026 Testsmith Street",
      "(305) 555-0125",
    ]
  `)
})

test('two seeds give different values', () => {
  const [one, other] = [createRandom('one'), createRandom('other')]
  expect(thousand(() => one.next())).not.toEqual(thousand(() => other.next()))
})

test('a thousand dice rolls are evenly distributed', () => {
  const random = createRandom('dice')
  const dice = thousand(() => random.between(1, 6))
  for (const side of [1, 2, 3, 4, 5, 6])
    expect(dice.filter((each) => each === side).length).toBeGreaterThan(130)
  expect(Math.min(...dice)).toBe(1)
  expect(Math.max(...dice)).toBe(6)
})

test('shuffle returns every item once, and puts each first about equally often', () => {
  const random = createRandom('cards')
  const shuffled = thousand(() => random.shuffle(['a', 'b', 'c', 'd']))
  for (const cards of shuffled) expect(cards.toSorted()).toEqual(['a', 'b', 'c', 'd'])
  for (const card of 'abcd') {
    const firsts = shuffled.filter(([first]) => first === card).length
    expect(firsts).toBeGreaterThan(200)
    expect(firsts).toBeLessThan(300)
  }
})

test('the weighted picker favors heavy items and skips zero-weight items', () => {
  const spin = createWeightedPicker(
    ['never', 'rarely', 'often'],
    (item) => ({ never: 0, rarely: 1, often: 9 })[item] ?? 0,
  )
  const random = createRandom('wheel')
  const spun = thousand(() => spin(random))
  expect(spun).not.toContain('never')
  expect(spun.filter((item) => item === 'rarely').length).toBeGreaterThan(60)
  expect(spun.filter((item) => item === 'often').length).toBeGreaterThan(840)
})

test('phone numbers, tax IDs and email addresses are from reserved ranges', () => {
  const random = createRandom('nobody')
  for (const each of thousand(() => telephone(random, '(305)'))) expect(each).toMatch(/^\(305\) 555-01\d\d$/)
  for (const each of thousand(() => taxId(random))) expect(each).toMatch(/^00-\d{7}$/)
  for (const each of thousand(() => email(person(random))))
    expect(each).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
})
