import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Tile } from './tiles.ts'

const compressed = promisify(gzip)
const atOnce = 64

/** Writes each tile, compressed, as z/x/y.mvt below the folder, and gives a digest of them all. */
export async function writeTiles(folder: string, tiles: Tile[]): Promise<string> {
  const digest = createHash('sha256')
  for (const { z, x, y, content } of tiles) digest.update(`${z}/${x}/${y} `).update(content)
  for (const column of new Set(tiles.map(({ z, x }) => `${z}/${x}`)))
    await mkdir(join(folder, column), { recursive: true })
  for (let first = 0; first < tiles.length; first += atOnce)
    await Promise.all(
      tiles.slice(first, first + atOnce).map(async ({ z, x, y, content }) => {
        await writeFile(join(folder, `${z}/${x}/${y}.mvt`), await compressed(content, { level: 9 }))
      }),
    )
  return digest.digest('hex').slice(0, 12)
}
