import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, test } from 'vitest'
import { mapColors } from './base-map-colors.ts'
import { baseMapStyle } from './base-map-style.ts'
import { addStreets } from './streets-style.ts'

const url = 'https://portal.example.com/map/streets.pmtiles'
const tiles = 'https://portal.example.com/map/0123456789ab/{set}/{z}/{x}/{y}.mvt'
const bounds: [number, number, number, number] = [115.77, -31.956, 115.841, -31.884]
const streets = { url, bounds, minZoom: 0, maxZoom: 15 }

describe.each([
  ['light', false],
  ['dark', true],
])('the %s base map with streets', (_scheme, dark) => {
  const base = baseMapStyle({ dark, tiles })
  const style = addStreets(base, streets, dark)
  const text = JSON.stringify(style)

  test('is a valid MapLibre style', () => {
    expect(validateStyleMin(style)).toEqual([])
  })

  test('requests nothing from another server, and neither fonts nor pictures', () => {
    expect(
      text.match(/[a-z]+:\/\/[^"{]*\{/g)?.every((each) => each.includes('portal.example.com/map/')),
    ).toBe(true)
    expect(style).not.toHaveProperty('glyphs')
    expect(style).not.toHaveProperty('sprite')
    expect(text).not.toContain('Noto Sans')
    const images = style.layers.flatMap((layer) =>
      layer.type === 'symbol' && layer.layout?.['icon-image'] ? [layer.layout['icon-image']] : [],
    )
    expect(images).toEqual([dark ? 'road-shield-dark' : 'road-shield'])
  })

  test('credits OpenStreetMap', () => {
    expect(style.sources.streets).toHaveProperty('attribution', expect.stringContaining('© OpenStreetMap'))
  })

  test('keeps the base map below, and its land and water in the same colors', () => {
    const ids = style.layers.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(base.layers.map(({ id }) => id)))
    expect(ids.indexOf('land-land')).toBeLessThan(ids.indexOf('streets-earth'))
    const colors = mapColors(dark)
    expect(style.layers).toContainEqual(
      expect.objectContaining({ id: 'streets-earth', paint: { 'fill-color': colors.land } }),
    )
    expect(style.layers).toContainEqual(
      expect.objectContaining({ id: 'streets-water', paint: { 'fill-color': colors.water } }),
    )
  })

  test('draws streets only where they say more than the base map', () => {
    const own = style.layers.filter(({ id }) => id.startsWith('streets-'))
    expect(own.length).toBeGreaterThan(50)
    for (const { minzoom } of own) expect(minzoom).toBeGreaterThanOrEqual(7)
    expect(style.sources.streets).toMatchObject({ bounds, minzoom: 0, maxzoom: 15 })
  })

  test.each(['place-name', 'county-name', 'postal-code'])('shows %s only outside the archive', (id) => {
    const layer = style.layers.find((each) => each.id === id)
    expect(JSON.stringify(layer)).toContain('["!",["within"')
  })
})
