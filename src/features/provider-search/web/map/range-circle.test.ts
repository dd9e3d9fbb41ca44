import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kilometersBetween } from '#geography/rules.ts'
import { circleOutline } from './use-map.ts'

test('every point of the circle is at the given distance from the center', () => {
  const circle = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radius: fc.double({ min: 1, max: 500, noNaN: true }),
  })
  fc.assert(
    fc.property(circle, (each) => {
      for (const [longitude, latitude] of circleOutline(each))
        expect(Math.abs(kilometersBetween(each, { latitude, longitude }) - each.radius)).toBeLessThan(0.001)
    }),
  )
})

test('the circle is closed', () => {
  const rim = circleOutline({ latitude: 25.7743, longitude: -80.1937, radius: 16 })
  expect(rim.at(-1)).toEqual(rim[0])
})
