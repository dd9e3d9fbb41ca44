import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const files = [
  'src/features/geography/rules.ts',
  'tools/base-map/*.ts',
  'data/geography/cities.csv.gz',
  'data/geography/postal-codes.csv.gz',
  'data/geography/coast/{shores,rivers}.br',
  'data/geography/natural-earth/{urban-areas.br,railroads.br,airports.csv}',
  'node_modules/{us-atlas,world-atlas,topojson-client}/package.json',
  'node_modules/@maplibre/{geojson-vt,vt-pbf}/package.json',
]

/** A digest of every file that can change the base map. */
export function inputDigest(): string {
  const digest = createHash('sha256')
  for (const file of globSync(files, { cwd: root }).sort())
    if (!file.endsWith('.test.ts')) digest.update(`${file}\0`).update(readFileSync(`${root}${file}`))
  return digest.digest('hex')
}
