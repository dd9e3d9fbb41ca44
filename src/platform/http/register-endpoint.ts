import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Config } from '../config/settings.ts'
import { type Access, type Endpoint, getMediaTypes } from '../contract/endpoint.ts'
import { wasResponseSent } from './client-abort.ts'
import { gatherInput, parseInput } from './parse-input.ts'
import { problem } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

/** A hook that attaches what it finds to the request, or throws a problem to reject it. */
type RequestHook = (request: FastifyRequest) => Promise<void>

/** The hook that rejects requests without access to an endpoint. */
export type Guard = RequestHook

/** The guard of each access except `public`. */
export type Guards = Record<Exclude<Access, 'public'>, Guard>

declare module 'fastify' {
  interface FastifyInstance {
    contracts: Endpoint[]
    /** The guards of `src/app/routes.ts`. An endpoint is not registered without the guard of its access. */
    guards: Partial<Guards>
    /** Whether endpoints with sensitive data in their URLs are registered. */
    servesSensitiveUrls: boolean
  }
  interface FastifyRequest {
    /** The parsed request values that the contract names; null before parsing. */
    input: Record<string, unknown> | null
    /**
     * Runs when a document is ready, before its first byte is sent. Throws if it must not be sent anymore. Set by
     * `readInEmergency`; null for all other reads.
     */
    beforeDocument: (() => Promise<void>) | null
  }
  interface FastifyContextConfig {
    contract?: Endpoint
  }
}

const text = Symbol('JSON text')
type TextPart = string | Uint8Array | readonly string[]
type JsonText = { [text]: readonly TextPart[] }

/**
 * JSON text from the database, or its bytes, sent unchanged: tests check it against the contract instead. A list of texts
 * becomes an array.
 */
export const jsonText = (...parts: TextPart[]): JsonText => ({ [text]: parts })

const content = Symbol('bytes')
type Bytes = { [content]: Uint8Array | Pieces; mediaType: string }

/**
 * Bytes that are read while they are sent, no faster than the client takes them; their length is known in
 * advance.
 */
type Pieces = { length: number; pieces: AsyncIterable<Uint8Array> }

/** Bytes sent unchanged with a media type that the contract names. */
export const bytes = (mediaType: string, given: Uint8Array | Pieces): Bytes => ({
  [content]: given,
  mediaType,
})

type EndpointLimits = {
  /** The response timeout in milliseconds, if not the default. */
  timeoutMs?: number
  /**
   * The size of the largest body in bytes, if not the default. The guard then runs before the body is read, and so cannot
   * use it.
   */
  bodyLimit?: number
  /** The most requests in a day from one address, counted apart from the limit of all requests. */
  perDay?: number
}

const redirect = Symbol('redirect')
type Redirect = { [redirect]: string }

/** A redirect to the page that replaces the document that a form requested. */
export const seeOther = (path: `/${string}`): Redirect => ({ [redirect]: path })

/** Adds what `registerEndpoint` needs to an app and its requests. */
export function decorateForEndpoints(
  app: FastifyInstance,
  { SENSITIVE_URLS }: Pick<Config, 'SENSITIVE_URLS'>,
) {
  app.decorate('servesSensitiveUrls', SENSITIVE_URLS)
  app.decorate('contracts', [])
  app.decorate('guards', {})
  app.decorateRequest('input', null)
  app.decorateRequest('beforeDocument', null)
}

/**
 * Registers an endpoint: runs its guard, parses its input, and sends what the contract allows. Leaves out one with sensitive
 * data in its URL if `SENSITIVE_URLS` is off.
 */
export function registerEndpoint<Request extends z.ZodObject, Response extends z.ZodType>(
  app: FastifyInstance,
  contract: Endpoint<Request, Response>,
  handler: (
    input: z.output<Request>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<z.input<Response> | JsonText | Bytes | Redirect>,
  { timeoutMs, bodyLimit, perDay }: EndpointLimits = {},
) {
  if (contract.hasSensitiveUrl && !app.servesSensitiveUrls) return
  const keys = Object.keys(contract.request.shape)
  const guard = findGuard(app, contract)
  const parse = async (request: FastifyRequest) => {
    request.input = parseInput(contract.request, gatherInput(contract as unknown as Endpoint, keys, request))
  }
  const respond = async (request: FastifyRequest, reply: FastifyReply) => {
    const given = await handler(request.input as z.output<Request>, request, reply)
    if (wasResponseSent(request.abortSignal)) return undefined
    if (isBytes(given)) {
      await checkOnceMore(request, reply, given[content])
      return sendBytes(reply.type(checkMediaType(given, contract.response)), given[content])
    }
    if (isRedirect(given)) return reply.redirect(given[redirect], 303)
    if (contract.status) reply.status(contract.status)
    if (contract.status === 204) return reply.send()
    reply.type('application/json; charset=utf-8')
    return isText(given) ? encodeText(given[text]) : JSON.stringify(contract.response.parse(given))
  }
  app.contracts.push(contract as unknown as Endpoint)
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      contract: contract as unknown as Endpoint,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(perDay !== undefined && { rateLimit: limitPerDay(contract.path, perDay) }),
    },
    ...orderHooks(contract.access, guard, parse, bodyLimit),
    handler: (request, reply) => respond(request, reply).catch(unlessOver(request)),
  })
}

/** The path is part of the key, so that its counts are apart. */
const limitPerDay = (path: string, max: number) => ({
  max,
  timeWindow: '1 day',
  groupId: ` ${path}`,
  errorResponseBuilder: () => problem(429, problemMessages.tooManyToday),
})

/**
 * Authenticate first: rejected users learn nothing about the input. The exception is `by-definition`, which depends on
 * the definition that the input names.
 */
function orderHooks(access: Access, guard: Guard, parse: RequestHook, bodyLimit: number | undefined) {
  if (bodyLimit !== undefined) return { bodyLimit, onRequest: guard, preHandler: parse }
  return { preHandler: access === 'by-definition' ? [parse, guard] : [guard, parse] }
}

/** Work that was aborted because its response had been sent, for example on a timeout, is not an error. */
const unlessOver =
  ({ abortSignal }: FastifyRequest) =>
  (error: unknown) => {
    if (wasResponseSent(abortSignal) && error === abortSignal.reason) return
    throw error
  }

/** Writes thousands of texts into one buffer. Joining them first would keep the garbage collector busy. */
function encodeText(parts: JsonText[typeof text]): Buffer {
  const pieces = parts.flatMap((part) => (isList(part) ? listPieces(part) : part))
  const buffer = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += buffer.write(piece, at)
    else {
      buffer.set(piece, at)
      at += piece.byteLength
    }
  }
  return buffer
}

const isList = (part: TextPart): part is readonly string[] => Array.isArray(part)

const listPieces = (texts: readonly string[]) => [
  '[',
  ...texts.flatMap((each, at) => (at === 0 ? each : [',', each])),
  ']',
]

/** Checks again whether a document may be sent, because making it can take long. Closes its file if not. */
async function checkOnceMore(
  { beforeDocument }: FastifyRequest,
  reply: FastifyReply,
  made: Uint8Array | Pieces,
) {
  try {
    await beforeDocument?.()
  } catch (error) {
    reply.removeHeader('content-disposition')
    if (!(made instanceof Uint8Array)) await close(made.pieces[Symbol.asyncIterator]())
    throw error
  }
}

/** Starts the generator first: otherwise its `finally` would not run. */
async function close(pieces: AsyncIterator<Uint8Array>) {
  await pieces.next()
  await pieces.return?.()
}

function sendBytes(reply: FastifyReply, given: Uint8Array | Pieces) {
  if (given instanceof Uint8Array)
    return reply.send(Buffer.from(given.buffer, given.byteOffset, given.byteLength))
  reply.header('content-length', given.length)
  return reply.send(Readable.from(given.pieces, { objectMode: false }))
}

const isObject = (given: unknown): given is object => typeof given === 'object' && given !== null
const isText = (given: unknown): given is JsonText => isObject(given) && text in given
const isBytes = (given: unknown): given is Bytes => isObject(given) && content in given
const isRedirect = (given: unknown): given is Redirect => isObject(given) && redirect in given

function checkMediaType({ mediaType }: Bytes, response: z.ZodType): string {
  if (getMediaTypes(response)?.includes(mediaType)) return mediaType
  throw new Error(`The contract has no response of the type ${mediaType}.`)
}

function findGuard(
  app: FastifyInstance,
  { access, method, path }: Pick<Endpoint, 'access' | 'method' | 'path'>,
): Guard {
  if (access === 'public') return async () => {}
  const guard = app.guards[access]
  if (!guard) throw new Error(`${method} ${path} needs the guard "${access}", which the app does not have.`)
  return guard
}
