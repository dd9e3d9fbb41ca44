import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clusterPlaces,
  isOnePlace,
  maxZoom,
  pixelsBetween,
  unwrapLongitudes,
  zoomForOne,
} from './clusters.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const miami = at(25.7743, -80.1937)
const miamiBeach = at(25.7907, -80.13)
const tampa = at(27.9506, -82.4572)
const place = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('nearby places share a marker when zoomed out and separate when zoomed in', () => {
  expect(clusterPlaces([miami, miamiBeach, tampa], 5).map(({ members }) => members)).toEqual([
    [miami, miamiBeach],
    [tampa],
  ])
  expect(clusterPlaces([miami, miamiBeach, tampa], 12)).toHaveLength(3)
})

test('every place is in exactly one cluster, and clusters keep list order', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 50 }), fc.integer({ min: 0, max: maxZoom }), (places, zoom) => {
      const clusters = clusterPlaces(places, zoom)
      const gathered = clusters.flatMap(({ members }) => members)
      expect(gathered).toHaveLength(places.length)
      expect(new Set(gathered)).toEqual(new Set(places))
      for (const { lead, members } of clusters) expect(members[0]).toBe(lead)
      const order = clusters.map(({ lead }) => places.indexOf(lead))
      expect(order).toEqual(order.toSorted((one, other) => one - other))
    }),
  )
})

test('markers never overlap', () => {
  const near = fc.record({
    latitude: fc.double({ min: 25.7, max: 25.8, noNaN: true }),
    longitude: fc.double({ min: -80.25, max: -80.15, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(near, { maxLength: 50 }), fc.integer({ min: 8, max: 15 }), (places, zoom) => {
      const clusters = clusterPlaces(places, zoom)
      for (const [at, one] of clusters.entries())
        for (const other of clusters.slice(at + 1))
          expect(pixelsBetween(one, other, zoom)).toBeGreaterThan(43.9)
    }),
  )
})

test('a cluster is at the center of its members', () => {
  expect(clusterPlaces([at(10, 20), at(12, 22)], 1)).toMatchObject([at(11, 21)])
})

test('places at one address share a marker even at the maximum zoom', () => {
  expect(isOnePlace([miami, { ...miami }])).toBe(true)
  expect(isOnePlace([miami, miamiBeach])).toBe(false)
})

test('the map zooms in just far enough to separate a place from its neighbors', () => {
  const zoom = zoomForOne(miamiBeach, [miami, miamiBeach], 4)
  expect(clusterPlaces([miami, miamiBeach], zoom)).toHaveLength(2)
  expect(clusterPlaces([miami, miamiBeach], zoom - 0.5)).toHaveLength(1)
})

test('the map keeps its zoom when a place cannot be separated', () => {
  const twin = { ...miami }
  expect(zoomForOne(twin, [miami, twin], 7)).toBe(7)
})

test('places on both sides of the date line stay neighbors', () => {
  const [suva, apia] = [at(-18.14, 178.44), at(-13.83, -171.76)]
  expect(unwrapLongitudes([suva, apia]).map(({ longitude }) => longitude)).toEqual([178.44, 188.24])
})
