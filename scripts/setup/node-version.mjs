import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The oldest major version of Node.js that runs the portal. */
export const neededMajor = 24

export function isNewEnough(version) {
  return Number(version.split('.')[0]) >= neededMajor
}

/** The path of the Node.js that npm installed, if it exists, runs here and is new enough. */
export function chosenNode() {
  const path = join(root, 'node_modules/.bin/node')
  if (!existsSync(path)) return undefined
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 && isNewEnough(stdout.slice(1)) ? path : undefined
}
