import KDBush from 'kdbush'
import { createYield } from '#platform/concurrency/create-yield.ts'
import type { Circle } from '../../rules.ts'
import { collectNearest, type Tree } from './collect-nearest.ts'
import type { NearestProvider } from './create-bounded-heap.ts'

/** Where the visible providers of all networks are, by number. Providers at one point are numbered in their order. */
export type ProviderIndex = {
  count: number
  /** The nearest providers that match, or undefined if only the database can order some of them. */
  findNearest(wanted: Wanted, circle: Circle, cap: number): NearestProvider[] | undefined
  getNetworkCode(providerNumber: number): string
  getHash(providerNumber: number): string
  /** The memory that it takes. */
  bytes: number
}

type Wanted = { networks: readonly string[]; type: string | undefined; country: string | undefined }

type Provider = {
  network: string
  type: string
  country: string
  hash: string
  latitude: number
  longitude: number
}

/** The maximum number of points in a tree. Sorting them takes about three milliseconds. */
const mostInTree = 8192
/** The maximum number of points in a leaf, so small that most of the visited points are near. */
const nodeSize = 16
/** The largest number of a combination of network and country, which has 16 bits. */
const mostKinds = 65_535

/** Takes `count` providers in the order of their latitudes, then of the results at one point. */
export function createIndexBuilder(count: number, hashBytes: number) {
  const kinds = new Uint16Array(count)
  const kindNumbers = new Map<string, number>()
  const listedKinds: { network: string; country: string }[] = []
  const hashes = Buffer.alloc(count * hashBytes)
  const networks = new Map<string, Map<string, Tree[]>>()
  const open = new Map<string, { trees: Tree[]; coordinates: number[]; providerNumbers: number[] }>()
  let added = 0

  function findKind(network: string, country: string): number {
    const key = `${network}\n${country}`
    const known = kindNumbers.get(key)
    if (known !== undefined) return known
    const number = listedKinds.push({ network, country }) - 1
    if (number > mostKinds) throw new Error('The directory has too many networks and countries.')
    kindNumbers.set(key, number)
    return number
  }

  function findGroup(network: string, type: string) {
    const key = `${network}\n${type}`
    const known = open.get(key)
    if (known) return known
    const types = networks.get(network) ?? new Map<string, Tree[]>()
    const group = { trees: [], coordinates: [], providerNumbers: [] }
    networks.set(network, types.set(type, group.trees))
    open.set(key, group)
    return group
  }

  return {
    add({ network, type, country, hash, latitude, longitude }: Provider) {
      const providerNumber = added
      added += 1
      kinds[providerNumber] = findKind(network, country)
      hashes.write(hash, providerNumber * hashBytes)
      const group = findGroup(network, type)
      group.coordinates.push(longitude, latitude)
      group.providerNumbers.push(providerNumber)
      if (group.providerNumbers.length < mostInTree) return
      group.trees.push(growTree(group.coordinates, group.providerNumbers))
      group.coordinates = []
      group.providerNumbers = []
    },
    async finish(): Promise<ProviderIndex> {
      if (added !== count) throw new Error(`Added ${added} of ${count} providers.`)
      const yieldIfDue = createYield()
      for (const { trees, coordinates, providerNumbers } of open.values()) {
        if (providerNumbers.length > 0) trees.push(growTree(coordinates, providerNumbers))
        await yieldIfDue()
      }
      return createIndex({ kinds, listedKinds, hashes, hashBytes, networks })
    },
  }
}

function growTree(coordinates: readonly number[], providerNumbers: readonly number[]): Tree {
  const points = new KDBush(providerNumbers.length, nodeSize)
  const box = { west: 180, south: 90, east: -180, north: -90 }
  for (let at = 0; at < coordinates.length; at += 2) {
    const [longitude = 0, latitude = 0] = [coordinates[at], coordinates[at + 1]]
    points.add(longitude, latitude)
    box.west = Math.min(box.west, longitude)
    box.east = Math.max(box.east, longitude)
    box.south = Math.min(box.south, latitude)
    box.north = Math.max(box.north, latitude)
  }
  return { points: points.finish(), providerNumbers: Uint32Array.from(providerNumbers), box }
}

type Parts = {
  kinds: Uint16Array
  listedKinds: readonly { network: string; country: string }[]
  hashes: Buffer
  hashBytes: number
  networks: ReadonlyMap<string, ReadonlyMap<string, Tree[]>>
}

function createIndex({ kinds, listedKinds, hashes, hashBytes, networks }: Parts): ProviderIndex {
  const all = new Map(
    [...networks].map(([code, types]) => [code, [...types.values()].flat().sort(largestFirst)]),
  )
  const trees = [...all.values()].flat()
  const treeBytes = trees.reduce(
    (sum, { points, providerNumbers }) => sum + points.data.byteLength + providerNumbers.byteLength,
    0,
  )

  return {
    count: kinds.length,
    findNearest({ networks: codes, type, country }, circle, cap) {
      const isWanted =
        country === undefined
          ? undefined
          : Uint8Array.from(listedKinds, (kind) => Number(kind.country === country))
      const nearest = collectNearest(circle, cap)
      for (const code of codes) {
        const searched = type === undefined ? all.get(code) : networks.get(code)?.get(type)
        for (const tree of searched ?? [])
          nearest.addFrom(tree, isWanted && ((providerNumber) => isWanted[kinds[providerNumber] ?? 0] === 1))
      }
      return nearest.finish()
    },
    getNetworkCode: (providerNumber) => listedKinds[kinds[providerNumber] ?? 0]?.network ?? '',
    getHash(providerNumber) {
      const padded = hashes.subarray(providerNumber * hashBytes, (providerNumber + 1) * hashBytes)
      const end = padded.indexOf(0)
      return padded.toString('utf8', 0, end === -1 ? hashBytes : end)
    },
    bytes: kinds.byteLength + hashes.byteLength + treeBytes,
  }
}

/** The largest trees first: they have most of what is near, and leave less to look for in the others. */
const largestFirst = (one: Tree, other: Tree) => other.providerNumbers.length - one.providerNumbers.length
