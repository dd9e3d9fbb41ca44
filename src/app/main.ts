import { openLog } from '#platform/server/log.ts'
import { readConfig } from '#platform/server/settings.ts'
import { startPortal } from './portal.ts'

const say = (line: string) => console.log(line)

try {
  const config = readConfig(process.env)
  const portal = await startPortal(config, openLog(config.LOG_LEVEL), say)
  closeOnSignals(portal.close)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function closeOnSignals(close: () => Promise<void>) {
  let closing = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (closing) return
      closing = true
      say('Finishing what is running, then stopping.')
      await close()
      process.exit(0)
    })
  }
}
