import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { MapFile } from './map-files.ts'

/** Writes each file, compressed, into the folder and returns a digest of all of them. */
export function writeFiles(folder: string, files: Iterable<MapFile>): string {
  const digest = createHash('sha256')
  const folders = new Set<string>()
  for (const { name, content } of files) {
    digest.update(`${name} `).update(content)
    if (!folders.has(dirname(name))) mkdirSync(join(folder, dirname(name)), { recursive: true })
    folders.add(dirname(name))
    writeFileSync(join(folder, name), gzipSync(content))
  }
  return digest.digest('hex').slice(0, 12)
}
