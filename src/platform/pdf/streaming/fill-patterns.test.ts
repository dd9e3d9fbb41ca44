import { expect, test } from 'vitest'
import { type FillPattern, moneyPatterns, sequentialPatterns } from './content-stream.ts'

/** The luminance of a color in grayscale, from 0 to 255 (ITU-R BT.601). */
const greyOf = (color: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
const isToldApart = (one: FillPattern, other: FillPattern) =>
  Math.abs(greyOf(one.fill) - greyOf(other.fill)) > 40 || Boolean(one.hatch) !== Boolean(other.hatch)

test.each([
  ['parts of a whole', sequentialPatterns],
  ['sorts of money', Object.values<FillPattern>(moneyPatterns)],
])('any two %s are distinguishable in grayscale', (_, tones) => {
  const alike = tones.flatMap((one, at) => tones.slice(at + 1).filter((other) => !isToldApart(one, other)))
  expect(alike).toEqual([])
})

test('lines across an area are visible in grayscale', () => {
  for (const { fill, hatch } of [...sequentialPatterns, ...Object.values<FillPattern>(moneyPatterns)])
    if (hatch) expect(Math.abs(greyOf(fill) - greyOf(hatch))).toBeGreaterThan(100)
})
