import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from './root.mjs'

const beatMs = 1_000
const deadMs = 10_000

/**
 * Runs the work while no other process of this repository does the same. The holder refreshes the lock file
 * every second.
 */
export async function oneAtATime(name, work) {
  const place = createHash('sha256').update(`${root} ${process.getuid?.()}`).digest('hex').slice(0, 12)
  const turn = join(tmpdir(), `portal-${name}-${place}`)
  for (let waits = 0; !takes(turn); waits += 1) {
    if (waits === 5) console.log('Waiting for another process to finish the same setup step.')
    await pause(200)
  }
  const beat = setInterval(() => utimesSync(turn, new Date(), new Date()), beatMs)
  const leave = () => rmSync(turn, { force: true })
  process.once('exit', leave)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.off('exit', leave)
    leave()
  }
}

function takes(turn) {
  try {
    closeSync(openSync(turn, 'wx'))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const last = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - last > deadMs) rmSync(turn, { force: true })
    return false
  }
}
