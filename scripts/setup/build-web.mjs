// Builds the base map and the web pages, unless their inputs are unchanged since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './file-lock.mjs'
import { chosenNode } from './node-version.mjs'
import { root } from './root.mjs'
import { runQuietly, stop } from './run.mjs'

const pages = join(root, 'dist/web')
const stamp = join(root, 'dist/built-from')
/** The build of the pages uses nothing in these folders. */
const serverOnly = /^src\/(seed|embedded-postgres|features\/[^/]+\/server|platform\/(?!web$|contract$)[^/]+)$/

await oneAtATime('base-map', buildMap)
if (!isBuilt()) await oneAtATime('pages', () => (isBuilt() ? undefined : build()))

/**
 * The map build checks by itself whether it is up to date (0.1 s). A larger young generation cuts the build
 * time by a third.
 */
async function buildMap() {
  const words = ['--max-semi-space-size=64', 'tools/base-map/build.ts']
  const { code, output } = await runQuietly(chosenNode() ?? process.execPath, words)
  if (code !== 0) stop(output.trim(), 'The base map could not be built.')
}

function isBuilt() {
  return (
    existsSync(join(pages, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === digestSources()
  )
}

/** Builds into a temporary folder and swaps it in at the end, so a running server never misses a file. */
async function build() {
  console.log('Building the web pages.')
  const from = digestSources()
  const unfinished = `${pages}-${process.pid}`
  const words = ['node_modules/vite/bin/vite.js', 'build', '--outDir', unfinished]
  // With another NODE_ENV, which the caller may have set, the pages would get React's development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  const { code, output } = await runQuietly(chosenNode() ?? process.execPath, words, [], { env })
  if (code !== 0) stop(output.trim(), 'The pages could not be built.')

  if (existsSync(pages)) renameSync(pages, `${unfinished}-old`)
  renameSync(unfinished, pages)
  rmSync(`${unfinished}-old`, { recursive: true, force: true })
  writeFileSync(stamp, from)
}

/** A digest of every file that can change the pages. */
function digestSources() {
  const digest = createHash('sha256')
  const single = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']
  const files = [...single, ...filesBelow('public'), ...filesBelow('src')]
  for (const file of files)
    digest
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  return digest.digest('hex')
}

function filesBelow(folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return serverOnly.test(path) ? [] : filesBelow(path)
      return /\.test\.tsx?$/.test(path) ? [] : [path]
    })
}
