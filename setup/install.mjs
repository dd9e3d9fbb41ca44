// Installs what package-lock.json asks for, unless it is there. Plain JavaScript without dependencies: it runs
// before anything is installed, on whatever Node the machine has (18 or newer).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chosenNode, isNewEnough, neededMajor } from './node-version.mjs'
import { npmCommand } from './npm-command.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { root } from './root.mjs'
import { runQuietly, stop } from './run.mjs'

if (!isInstalled()) await oneAtATime('install', () => (isInstalled() ? undefined : install()))
if (!isNewEnough(process.versions.node) && !chosenNode()) {
  stop(
    `The portal needs Node.js ${neededMajor} or newer. npm has none for ${process.platform}-${process.arch}, and this is ${process.versions.node}.`,
    `Install Node.js ${neededMajor} (https://nodejs.org), then run the same command again.`,
  )
}

/** Whether node_modules holds what the lock file names: npm keeps its own list of what it has put there. */
function isInstalled() {
  const list = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(list)) return false
  const installed = packagesIn(list)
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const direct = wanted['']?.optionalDependencies ?? {}
  return Object.entries(wanted).every(([path, { version, optional, os, cpu }]) => {
    if (path === '' || installed[path]?.version === version) return true
    const isForUs = matches(os, process.platform) && matches(cpu, process.arch)
    return optional && !(isForUs && path.replace('node_modules/', '') in direct)
  })
}

function packagesIn(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function matches(list, ours) {
  return !list || list.includes(ours)
}

async function install() {
  console.log('Installing what the portal needs. This is done once and takes about a minute.')
  const began = Date.now()
  const words = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional']
  const { code, said } = await runQuietly(...npmCommand(), words)
  if (code !== 0)
    stop(
      said.trim(),
      'The installation failed. Is the npm registry within reach? Then run the same command again.',
    )
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`)
}
