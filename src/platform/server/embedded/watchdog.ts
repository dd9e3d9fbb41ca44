import type { ClusterUsage } from './cluster-usage.ts'
import { messages } from './messages.ts'
import { type ServerCommand, startServer } from './pg-process.ts'
import { findPostmaster } from './postmaster.ts'

const pollMs = 1_000

/**
 * Restarts PostgreSQL if it dies while in use (connections recover by themselves). Returns a function that
 * stops the watchdog.
 */
export function startWatchdog(usage: ClusterUsage, command: ServerCommand, say: (line: string) => void) {
  const { data } = command.place
  let starting: Promise<void> | undefined
  const timer = setInterval(() => {
    if (!starting && !findPostmaster(data)) starting = startAgain()
  }, pollMs)
  timer.unref()

  return async () => {
    clearInterval(timer)
    await starting
  }

  async function startAgain() {
    try {
      await usage.alone(async () => {
        if (findPostmaster(data)) return
        say(messages.startingAgain)
        await startServer(command, true)
      })
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
    }
    starting = undefined
  }
}
