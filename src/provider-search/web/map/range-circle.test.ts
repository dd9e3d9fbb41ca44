import fc from 'fast-check'
import { expect, test } from 'vitest'
import { earthRadius } from '../../rules.ts'
import { rimOf } from './range-circle.ts'

const radians = Math.PI / 180

test('every point of the rim is as far from the centre as the range reaches', () => {
  const circle = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    radius: fc.double({ min: 1, max: 500, noNaN: true }),
  })
  fc.assert(
    fc.property(circle, (each) => {
      for (const [longitude, latitude] of rimOf(each))
        expect(Math.abs(kilometres(each, { latitude, longitude }) - each.radius)).toBeLessThan(0.001)
    }),
  )
})

test('the rim ends where it begins', () => {
  const rim = rimOf({ latitude: 25.7743, longitude: -80.1937, radius: 16 })
  expect(rim.at(-1)).toEqual(rim[0])
})

type Point = { latitude: number; longitude: number }

/** By the haversine. */
function kilometres(one: Point, other: Point) {
  const half = (a: number, b: number) => Math.sin(((a - b) * radians) / 2) ** 2
  const cosines = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians)
  const chord = half(one.latitude, other.latitude) + cosines * half(one.longitude, other.longitude)
  return 2 * earthRadius * Math.asin(Math.sqrt(chord))
}
