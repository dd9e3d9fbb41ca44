import {
  type Attributes,
  type Context,
  context,
  metrics,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The context with the span of the request; undefined before its first hook. */
    traceContext: Context | undefined
  }
}

const scope = 'portal'

/**
 * Runs `work` in a span. Its name and attributes are for anyone who may see the traces: never a name, an address or another
 * value that a person typed. Of an error, the span has only its kind. Without telemetry, it only runs `work`.
 */
export const traced = <T>(name: string, work: () => Promise<T>, attributes: Attributes = {}): Promise<T> =>
  trace.getTracer(scope).startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setAttribute('error.type', errorKind(error)).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

/** The code of an error, such as of PostgreSQL, or its class. Messages may quote personal data. */
function errorKind(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : typeof error
}

/** The trace and span that the running code belongs to, as fields of a log entry; none without telemetry. */
export function currentSpan(): { trace_id?: string; span_id?: string } {
  const current = trace.getSpanContext(context.active())
  return current ? { trace_id: current.traceId, span_id: current.spanId } : {}
}

/**
 * Traces requests by route, never by address. Only behind a trusted proxy does a trace continue that of the request: otherwise,
 * visitors could decide what is recorded.
 */
export function traceRequests(app: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }) {
  const seconds = metrics.getMeter(scope).createHistogram('http.server.request.duration', {
    description: 'Time from request to response, by route',
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  })
  const describeRoute = ({ method, routeOptions: { url = 'none' } }: FastifyRequest) => ({
    'http.request.method': method,
    'http.route': url,
  })
  app.decorateRequest('traceContext', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = isBehindProxy ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT
    const attributes = describeRoute(request)
    const name = `${attributes['http.request.method']} ${attributes['http.route']}`
    const options = { kind: SpanKind.SERVER, attributes: { ...attributes, 'portal.reference': request.id } }
    request.traceContext = trace.setSpan(parent, trace.getTracer(scope).startSpan(name, options, parent))
    context.with(request.traceContext, done)
  })
  // Reading the body leaves the context.
  app.addHook('preHandler', (request, _reply, done) => {
    context.with(request.traceContext ?? ROOT_CONTEXT, done)
  })
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const span = request.traceContext && trace.getSpan(request.traceContext)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    seconds.record(elapsedTime / 1000, { ...describeRoute(request), 'http.response.status_code': statusCode })
    context.with(request.traceContext ?? ROOT_CONTEXT, done)
    span?.end()
  })
}

/** Sends a statement in a span with its operation and table, if it belongs to a trace. Values are never part of it. */
export function traceStatement(text: unknown, send: () => unknown): unknown {
  if (typeof text !== 'string' || !trace.getActiveSpan()?.isRecording()) return send()
  const { operation, table } = describeStatement(text)
  const span = trace.getTracer(scope).startSpan(table ? `${operation} ${table}` : operation, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(table && { 'db.collection.name': table }),
    },
  })
  const result = send()
  if (!(result instanceof Promise)) {
    span.end()
    return result
  }
  return result
    .catch((error: unknown) => {
      span.setAttribute('error.type', errorKind(error)).setStatus({ code: SpanStatusCode.ERROR })
      throw error
    })
    .finally(() => span.end())
}

const operations = ['select', 'insert', 'update', 'delete', 'copy', 'begin', 'commit', 'rollback', 'set']

/** What a statement does, and the first table it names. Anything else than known words and names of tables is left out. */
export function describeStatement(text: string): { operation: string; table: string | undefined } {
  const words = text.toLowerCase()
  const first = /[a-z]+/.exec(words)?.[0] ?? ''
  const main = first === 'with' ? (/\b(insert|update|delete)\b/.exec(words)?.[0] ?? 'select') : first
  const named = /\b(?:from|into|update|copy)\s+"?([a-z_][a-z0-9_]{2,62})\b/.exec(words)?.[1]
  return { operation: operations.includes(main) ? main : 'other', table: named }
}
