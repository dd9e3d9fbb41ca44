import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeShores, encodeShores, type Shore } from './coast-format.ts'

test('decodes encoded coasts to within a ten-thousandth of a degree', () => {
  const position = fc.tuple(
    fc.integer({ min: -3_600_000, max: 3_600_000 }),
    fc.integer({ min: -900_000, max: 900_000 }),
  )
  const shore = fc.record({
    isWater: fc.boolean(),
    corners: fc.array(position, { minLength: 1, maxLength: 30 }),
  })
  fc.assert(
    fc.property(fc.array(shore), (drawn) => {
      const shores = drawn.map(({ isWater, corners }): Shore => {
        const ring = corners.map(([x, y]) => [x * 0.0001, y * 0.0001])
        return { isWater, ring: [...ring, ...ring.slice(0, 1)] }
      })
      expect(decodeShores(encodeShores(shores))).toEqual(shores)
    }),
  )
})
