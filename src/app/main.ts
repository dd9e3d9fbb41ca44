import { enableCompileCache, flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { messages } from './startup-messages.ts'

// A start takes less time with modules that are compiled already, also of workers. The operator can choose another
// folder; without a writable one, the portal starts as before.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../../dist/compile-cache')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
const { openLog } = await import('#platform/config/log.ts')
const { InvalidSettingsError, readServerConfig } = await import('#platform/config/settings.ts')
const { warnOfNames } = await import('#platform/config/start-warnings.ts')
const { describeDatabaseError } = await import('#platform/db/database-errors.ts')
const { startTelemetry } = await import('#platform/telemetry/start-telemetry.ts')
const { startPortal } = await import('./start-portal.ts')

const say = (line: string) => console.log(line)

let close = async () => {}
endOnSignals()

try {
  const config = readServerConfig(process.env)
  const level = config.LOG_LEVEL ?? (process.stdout.isTTY ? 'warn' : 'info')
  const stopTelemetry = await startTelemetry(process.env)
  const portal = await startPortal(config, openLog(level), say, process.env)
  close = () => portal.close().finally(() => stopTelemetry().catch(() => {}))
  flushCompileCache()
} catch (error) {
  console.error(describeDatabaseError(error))
  // A setting that is missing may be misspelled.
  if (error instanceof InvalidSettingsError)
    for (const warning of warnOfNames(process.env)) console.error(warning)
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
