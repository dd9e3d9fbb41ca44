import { expect, test } from 'vitest'
import { amber, dark, gray, harbor } from './theme.ts'

test.each([
  ['blue on white', harbor[7], '#ffffff', 7],
  ['a pressed or hovered blue on white', harbor[8], '#ffffff', 7],
  ['blue links on the dark page', harbor[3], dark[7], 7],
  ['white on a blue button in the dark scheme', harbor[6], '#ffffff', 4.5],
  ['blue text on its palest shade', harbor[7], harbor[0], 7],
  ['the accent on white', amber[7], '#ffffff', 4.5],
  ['white on an accent badge in the dark scheme', amber[6], '#ffffff', 4.5],
  ['the accent on the dark page', amber[4], dark[7], 7],
  ['dimmed text on white', gray[6], '#ffffff', 4.5],
  ['placeholders on white', gray[5], '#ffffff', 4.5],
  ['borders of fields on white', gray[4], '#ffffff', 3],
  ['text on the dark page', dark[0], dark[7], 7],
  ['dimmed text on a dark field', dark[2], dark[6], 4.5],
  ['borders of fields on the dark page', dark[4], dark[7], 3],
  ['borders of fields on the dark field background', dark[4], dark[6], 3],
])('%s meets its WCAG contrast ratio', (_case, one, other, least) => {
  expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
})

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string) {
  const [light = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
