import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules matches the lock file, according to npm's own list. Of the optional packages, only
 * those that our package.json names for this platform are required.
 */
export function isInstalled(root) {
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
