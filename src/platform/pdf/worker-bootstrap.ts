import { Console } from 'node:console'
import { readdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'
import { format } from 'node:util'

/**
 * Ends the startup: saves the compiled code for the next process if NODE_COMPILE_CACHE is set, because a killed
 * process saves nothing, and lowers the priority. By default, the process goes before reports but not before the
 * portal itself, because somebody waits for its result.
 */
export function finishStartup(priority: number = constants.priority.PRIORITY_BELOW_NORMAL) {
  flushCompileCache()
  lowerPriority(priority)
}

/**
 * Lowers the priority of this process. On Linux each thread has its own priority, which new threads inherit.
 */
function lowerPriority(priority: number) {
  try {
    const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
    for (const thread of threads) setPriority(thread, priority)
  } catch {
    // Without permission, the process runs at the portal's priority.
  }
}

// Ignores SIGINT and SIGTERM: the parent owns this worker. Exits when the IPC channel closes. Import this
// module first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

// Library warnings may quote a document, so their text is never logged; replace it with the code location.
// Import this module before any code that may warn.
const { error: write } = new Console(process.stdout, process.stderr)
const place = (...said: unknown[]) => write(new Error(format(...said)).stack)
Object.assign(globalThis.console, { warn: place, error: place })
