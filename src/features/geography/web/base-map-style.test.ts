import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { builtUpZoom, lastLandZoom, lastNameZoom, postalZoom, shoreZoom } from '#geography/rules.ts'
import { mapColors } from './base-map-colors.ts'
import { baseMapStyle } from './base-map-style.ts'

const tiles = 'https://portal.example.com/map/0123456789ab/{set}/{z}/{x}/{y}.mvt'

describe.each([
  ['light', false],
  ['dark', true],
])('the %s base map', (_scheme, dark) => {
  const style = baseMapStyle({ dark, tiles })
  const colors = mapColors(dark)

  test('is a valid MapLibre style', () => {
    expect(validateStyleMin(style)).toEqual([])
  })

  test('limits each source to the zooms that have tiles', () => {
    expect(style.sources.land).toHaveProperty('maxzoom', lastLandZoom)
    expect(style.sources.shore).toMatchObject({ minzoom: shoreZoom, maxzoom: shoreZoom })
    expect(style.sources.postal).toMatchObject({ minzoom: postalZoom, maxzoom: postalZoom })
    expect(style.sources.names).toHaveProperty('maxzoom', lastNameZoom)
    expect(style.sources.built).toHaveProperty('maxzoom', builtUpZoom)
  })

  test('requests only tiles, and only from its own server', () => {
    expect(JSON.stringify(style).match(/https?:\/\/[^"{]*\{/g)).toEqual([
      'https://portal.example.com/map/0123456789ab/land/{',
      'https://portal.example.com/map/0123456789ab/shore/{',
      'https://portal.example.com/map/0123456789ab/names/{',
      'https://portal.example.com/map/0123456789ab/built/{',
      'https://portal.example.com/map/0123456789ab/postal/{',
    ])
    expect(style).not.toHaveProperty('glyphs')
    expect(style).not.toHaveProperty('sprite')
  })

  test.each(['GSHHG', 'GeoNames', 'Natural Earth', 'U.S. Census Bureau'])('credits %s', (name) => {
    expect(JSON.stringify(style.sources)).toContain(`>${name}</a>`)
  })

  test.each(['placeName', 'areaName', 'countyName'] as const)(
    '%s has a contrast of at least 4.5:1 on land',
    (name) => {
      expect(contrast(colors[name], colors.land)).toBeGreaterThanOrEqual(4.5)
    },
  )
})

/** The contrast ratio of two colors, as defined in WCAG 2.2. */
function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
