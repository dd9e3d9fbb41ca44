import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * The log. What it can say is a list: of errors the kind, the code and where in our code it happened —
 * never a message, which may quote a person's data — and of requests the route, never the address or body.
 */
export function openLog(level: string, destination?: DestinationStream): Log {
  return pino(
    { level, base: null, serializers: { err: errorFacts }, formatters: { log: allowedOf } },
    destination,
  )
}

const allowed = ['err', 'reference', 'method', 'route', 'status', 'ms']

/** What of an entry may be written: a name that is not on the list stays out, whatever it holds. */
function allowedOf(entry: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => allowed.includes(name)))
}

/** An error's kind, code and place in the code, and those of the error that stands behind it. */
export function errorFacts(error: unknown) {
  const { cause } = error instanceof Error ? error : {}
  return { ...ownFacts(error), ...(cause !== undefined && { cause: ownFacts(cause) }) }
}

function ownFacts(error: unknown) {
  if (!(error instanceof Error)) return { kind: typeof error }
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return { kind: error.name, code, table, constraint, at: framesOf(error) }
}

/** The lines of the stack that are places in the code; what stands above them is the message. */
function framesOf({ stack = '', message }: Error): string[] {
  const frames = stack
    .replace(message, '')
    .split('\n')
    .filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line))
  return frames.slice(0, 8).map((frame) => frame.trim())
}
