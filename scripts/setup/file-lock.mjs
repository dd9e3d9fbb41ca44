import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './root.mjs'

const refreshMs = 1_000
const staleMs = 10_000

/**
 * Runs `work` under a lock file shared by all processes of this repository. The holder refreshes the file every
 * second.
 */
export async function oneAtATime(name, work) {
  const id = createHash('sha256').update(`${root} ${process.getuid?.()}`).digest('hex').slice(0, 12)
  const lock = join(tmpdir(), `portal-${name}-${id}`)
  for (let waits = 0; !tryLock(lock); waits += 1) {
    if (waits === 5) console.log('Waiting for another process to finish the same setup step.')
    await pause(200)
  }
  const refresh = setInterval(() => utimesSync(lock, new Date(), new Date()), refreshMs)
  const unlock = () => rmSync(lock, { force: true })
  process.once('exit', unlock)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    return await work()
  } finally {
    clearInterval(refresh)
    process.off('exit', unlock)
    unlock()
  }
}

function tryLock(path) {
  try {
    closeSync(openSync(path, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const last = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - last > staleMs) rmSync(path, { force: true })
    return false
  }
}
