import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLabels } from './places.ts'

const place = fc.record({
  name: fc.constant('Somewhere'),
  population: fc.integer({ min: 0, max: 20_000_000 }),
  at: fc.record({
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
})

test('labels every place at some zoom, larger places first', () => {
  fc.assert(
    fc.property(fc.array(place), (places) => {
      const labels = placeLabels(places)
      expect(labels).toHaveLength(places.length)
      for (const { zoom } of labels) expect(zoom).toBeLessThanOrEqual(11)
    }),
  )
  const at = { x: 0.3, y: 0.4 }
  const [large, small] = placeLabels([
    { name: 'Small', population: 900_000, at },
    { name: 'Large', population: 9_000_000, at },
  ])
  expect(large).toMatchObject({ name: 'Large', zoom: 2 })
  expect(small).toMatchObject({ name: 'Small', zoom: 11 })
})

test('labels are at least 56 pixels apart horizontally or 28 vertically, except at the last zoom', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 2, maxLength: 60 }), (places) => {
      const labels = placeLabels(places).filter(({ zoom }) => zoom < 11)
      const crowded = labels.flatMap((one, index) =>
        labels.slice(index + 1).filter((other) => {
          const px = 512 * 2 ** Math.max(one.zoom, other.zoom)
          return Math.abs(one.at.x - other.at.x) * px < 56 && Math.abs(one.at.y - other.at.y) * px < 28
        }),
      )
      expect(crowded).toEqual([])
    }),
  )
})

test('a label does not appear at a zoom if it would be too close to another at a later zoom', () => {
  const labels = placeLabels([
    { name: 'Large', population: 600_001, at: { x: 0, y: 0 } },
    { name: 'Later', population: 600_000, at: { x: 0.020507812500000003, y: 0 } },
    { name: 'Beside it', population: 600_000, at: { x: 0.02734375, y: 0 } },
  ])
  expect(labels.map(({ zoom }) => zoom)).toEqual([3, 4, 5])
})

test('the world map omits hamlets even where there is space', () => {
  const [hamlet] = placeLabels([{ name: 'Hamlet', population: 40, at: { x: 0.5, y: 0.5 } }])
  expect(hamlet?.zoom).toBe(10)
})
