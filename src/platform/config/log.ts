import { type DestinationStream, type Logger, pino } from 'pino'
import { currentSpan } from '../telemetry/traced.ts'

export type Log = Logger

/**
 * The log. Its fields are limited to an allowlist: the kind, code and code location of errors, never a
 * message, which may quote personal data; the route of requests, never the address or body; the name of a job.
 */
export function openLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      serializers: { err: errorFields },
      formatters: { log: pickAllowed },
      mixin: currentSpan,
    },
    destination,
  )
}

const allowed = ['err', 'reference', 'method', 'route', 'status', 'ms', 'job', 'trace_id', 'span_id']

/** The allowed fields of a log entry; all others are dropped. */
function pickAllowed(entry: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => allowed.includes(name)))
}

/** The kind, code and code location of an error and of its cause. */
function errorFields(error: unknown) {
  const { cause } = error instanceof Error ? error : {}
  return { ...errorDetails(error), ...(cause !== undefined && { cause: errorDetails(cause) }) }
}

function errorDetails(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return { kind: error.name, code, table, constraint, at: stackFrames(error) }
}

/** The stack lines with code locations; the lines above them are the message. */
function stackFrames({ stack = '', message }: Error): string[] {
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
  return frames.slice(0, 8).map((frame) => frame.trim())
}
