import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closestZoom, clustersOf, isOnePlace, pixelsBetween, unbroken, zoomForOne } from './clusters.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const miami = at(25.7743, -80.1937)
const miamiBeach = at(25.7907, -80.13)
const tampa = at(27.9506, -82.4572)
const place = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

test('from afar neighbours are one marker, and from near each has its own', () => {
  expect(clustersOf([miami, miamiBeach, tampa], 5).map(({ members }) => members)).toEqual([
    [miami, miamiBeach],
    [tampa],
  ])
  expect(clustersOf([miami, miamiBeach, tampa], 12)).toHaveLength(3)
})

test('every place is in exactly one cluster, in the order of the list, and led by its first', () => {
  fc.assert(
    fc.property(
      fc.array(place, { maxLength: 50 }),
      fc.integer({ min: 0, max: closestZoom }),
      (places, zoom) => {
        const clusters = clustersOf(places, zoom)
        const gathered = clusters.flatMap(({ members }) => members)
        expect(gathered).toHaveLength(places.length)
        expect(new Set(gathered)).toEqual(new Set(places))
        for (const { lead, members } of clusters) expect(members[0]).toBe(lead)
        const order = clusters.map(({ lead }) => places.indexOf(lead))
        expect(order).toEqual(order.toSorted((one, other) => one - other))
      },
    ),
  )
})

test('no two markers stand so near to each other that one covers the other', () => {
  const near = fc.record({
    latitude: fc.double({ min: 25.7, max: 25.8, noNaN: true }),
    longitude: fc.double({ min: -80.25, max: -80.15, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(near, { maxLength: 50 }), fc.integer({ min: 8, max: 15 }), (places, zoom) => {
      const clusters = clustersOf(places, zoom)
      for (const [at, one] of clusters.entries())
        for (const other of clusters.slice(at + 1))
          expect(pixelsBetween(one, other, zoom)).toBeGreaterThan(43.9)
    }),
  )
})

test('a cluster lies in the middle of its members', () => {
  expect(clustersOf([at(10, 20), at(12, 22)], 1)).toMatchObject([at(11, 21)])
})

test('places under one roof stay one, however close the map comes', () => {
  expect(isOnePlace([miami, { ...miami }])).toBe(true)
  expect(isOnePlace([miami, miamiBeach])).toBe(false)
})

test('the map comes as close as a place needs to stand alone, and no closer', () => {
  const zoom = zoomForOne(miamiBeach, [miami, miamiBeach], 4)
  expect(clustersOf([miami, miamiBeach], zoom)).toHaveLength(2)
  expect(clustersOf([miami, miamiBeach], zoom - 0.5)).toHaveLength(1)
})

test('where a place never stands alone the map stays as it is', () => {
  const twin = { ...miami }
  expect(zoomForOne(twin, [miami, twin], 7)).toBe(7)
})

test('on both sides of the date line neighbours stay neighbours', () => {
  const [suva, apia] = [at(-18.14, 178.44), at(-13.83, -171.76)]
  expect(unbroken([suva, apia]).map(({ longitude }) => longitude)).toEqual([178.44, 188.24])
})
