import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of this process. On Linux each thread has its own priority, which new threads inherit.
 */
export function lowerPriority(priority: number = constants.priority.PRIORITY_LOW) {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // Without permission, the process runs at the portal's priority.
  }
}
