import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/** Lets everything else on the machine go first. On Linux each thread has a priority of its own, which new ones take over. */
export function stepBack(priority: number = constants.priority.PRIORITY_LOW) {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // Where nobody may, it prints at the priority of the portal.
  }
}
