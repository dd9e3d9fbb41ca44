/** Builds the base map tiles in dist/map if they are missing or outdated: `node tools/base-map/build.ts`. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inputDigest } from './input-digest.ts'

type Edition = { from: string; version: string }

const folder = fileURLToPath(new URL('../../dist/map/', import.meta.url))
const from = inputDigest()
const current = readEdition()

if (current?.from !== from) await build()

function readEdition(): Edition | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'edition.json'), 'utf8'))
  } catch {
    return undefined
  }
}

/** Builds a new edition next to the current one, which stays available to users who have it open. */
async function build() {
  const { mapFiles } = await import('./map-files.ts')
  const { writeFiles } = await import('./tile-files.ts')
  const unfinished = join(folder, 'unfinished')
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const version = writeFiles(unfinished, mapFiles())

  const kept = [version, current?.version, 'unfinished', 'edition.json']
  for (const old of readdirSync(folder))
    if (!kept.includes(old)) rmSync(join(folder, old), { recursive: true })
  rmSync(join(folder, version), { recursive: true, force: true })
  renameSync(unfinished, join(folder, version))
  writeFileSync(join(folder, 'edition.json'), JSON.stringify({ from, version } satisfies Edition))
}
