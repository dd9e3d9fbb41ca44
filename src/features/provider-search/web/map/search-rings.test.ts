import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kilometersBetween } from '#geography/rules.ts'
import { toKilometers } from '../../rules.ts'
import type { SearchCircle } from '../search-request.ts'
import { circleOutline, ringFeatures } from './search-rings.ts'

test('every point of the circle is at the given distance from the center', () => {
  const circle = fc.record({
    latitude: fc.double({ min: -80, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    rangeInKM: fc.double({ min: 1, max: 500, noNaN: true }),
  })
  fc.assert(
    fc.property(circle, (each) => {
      for (const [longitude, latitude] of circleOutline(each))
        expect(Math.abs(kilometersBetween(each, { latitude, longitude }) - each.rangeInKM)).toBeLessThan(
          0.001,
        )
    }),
  )
})

test('the circle is closed', () => {
  const rim = circleOutline({ latitude: 25.7743, longitude: -80.1937, rangeInKM: 16 })
  expect(rim.at(-1)).toEqual(rim[0])
})

const miami = { latitude: 25.7743, longitude: -80.1937, rangeInKM: toKilometers(5, 'mi'), label: '33131' }
const circle: SearchCircle = { ...miami, precision: 'zip' }

test('rings within the range have labels, from the zoom at which they are large enough', () => {
  const features = ringFeatures(circle, 'mi')
  const rings = features.filter(({ geometry }) => geometry.type === 'Polygon')
  const labels = new Set(features.map(({ properties }) => properties?.label).filter(Boolean))
  expect([...labels]).toEqual(['0.1 mi', '0.25 mi', '0.5 mi', '1 mi', '2 mi', '5 mi', '33131'])
  expect(rings.map(({ properties }) => properties?.isRange)).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ])
  const zooms = rings.map(({ properties }) => Number(properties?.zoom))
  expect(zooms).toEqual(zooms.toSorted((one, other) => other - one))
  expect(zooms[3]).toBeCloseTo(11.26, 2)
})
