import { openLog } from '#platform/config/log.ts'
import { readServerConfig } from '#platform/config/settings.ts'
import { describeDatabaseError } from '#platform/db/database-errors.ts'
import { startPortal } from './start-portal.ts'
import { messages } from './startup-messages.ts'

const say = (line: string) => console.log(line)

let close = async () => {}
endOnSignals()

try {
  const config = readServerConfig(process.env)
  const level = config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info')
  const portal = await startPortal(config, openLog(level), say)
  close = portal.close
} catch (error) {
  console.error(describeDatabaseError(error))
  process.exit(1)
}

/** Before the portal is ready there is nothing to finish: a signal ends it immediately. */
function endOnSignals() {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (closing) return
      closing = true
      say(messages.stopping)
      const failed = await close().then(
        () => false,
        () => true,
      )
      process.exit(failed ? 1 : 0)
    })
  }
}
