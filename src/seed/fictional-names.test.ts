import { expect, test } from 'vitest'
import { brand, email, person, street, taxId, telephone } from './fictional-names.ts'
import { randomOf, wheelOf } from './seeded-random.ts'

const thousand = <T>(make: (index: number) => T) => Array.from({ length: 1000 }, (_, index) => make(index))

test('one seed gives the same on every machine', () => {
  const random = randomOf('harbour')
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

test('two seeds give two lives', () => {
  const [one, other] = [randomOf('one'), randomOf('other')]
  expect(thousand(() => one.next())).not.toEqual(thousand(() => other.next()))
})

test('chance is fair: a thousand dice fall on every side about as often', () => {
  const random = randomOf('dice')
  const dice = thousand(() => random.between(1, 6))
  for (const side of [1, 2, 3, 4, 5, 6])
    expect(dice.filter((each) => each === side).length).toBeGreaterThan(130)
  expect(Math.min(...dice)).toBe(1)
  expect(Math.max(...dice)).toBe(6)
})

test('a wheel gives heavy items more often and weightless ones never', () => {
  const spin = wheelOf(['never', 'rarely', 'often'], (item) => ({ never: 0, rarely: 1, often: 9 })[item] ?? 0)
  const random = randomOf('wheel')
  const spun = thousand(() => spin(random))
  expect(spun).not.toContain('never')
  expect(spun.filter((item) => item === 'rarely').length).toBeGreaterThan(60)
  expect(spun.filter((item) => item === 'often').length).toBeGreaterThan(840)
})

test('numbers, tax ids and e-mail addresses can belong to nobody', () => {
  const random = randomOf('nobody')
  for (const each of thousand(() => telephone(random, '(305)'))) expect(each).toMatch(/^\(305\) 555-01\d\d$/)
  for (const each of thousand(() => taxId(random))) expect(each).toMatch(/^00-\d{7}$/)
  for (const each of thousand(() => email(person(random))))
    expect(each).toMatch(/^[a-z]+\.[a-z]+@example\.com$/)
})
