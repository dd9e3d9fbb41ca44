import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isScim, scimMediaType } from '../contract/endpoint.ts'
import { remedyFor } from '../contract/problem.ts'
import { isDatabaseLost } from '../db/database-errors.ts'
import { messages as documents, staffMessages } from '../document-messages.ts'
import { messages } from '../messages.ts'
import { renderErrorPage } from './html-template.ts'
import { Problem, type Refusal, toProblemBody } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why this request was refused before its sender was authenticated; null if it was not. */
    refusal: Refusal | null
  }
}

/**
 * Sends every error as problem+json (RFC 9457) or as an HTML page; internal details stay in the log under the same reference.
 */
export function registerErrorHandler(app: FastifyInstance) {
  app.decorateRequest('refusal', null)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) =>
    isDocumentLoadedAgain(app, request)
      ? sendReloadError(request, reply)
      : sendError(new Problem(404, messages.notFound), request, reply),
  )
}

/**
 * Whether a user has reloaded the window of a document: some browsers, such as Firefox, then send a GET
 * request.
 */
const isDocumentLoadedAgain = ({ contracts }: FastifyInstance, { method, url, headers }: FastifyRequest) =>
  method === 'GET' &&
  acceptsPages(headers) &&
  contracts.some(({ form, path }) => form && path === url.split('?')[0])

function sendReloadError(request: FastifyRequest, reply: FastifyReply) {
  const page = renderErrorPage(documents.used.title, remedies.openAgain, { reference: request.id })
  return reply.status(405).header('allow', 'POST').type('text/html; charset=utf-8').send(page)
}

const remedies = { ...documents.remedies, ...staffMessages.remediesWithoutCode }

/** Never sent to the client: the status is only for the log. */
const clientClosedRequest = 499

/**
 * Sends an error as problem+json, or as an HTML page if a browser posted a form. An aborted request gets an empty
 * response. Also called for URLs that Fastify cannot route.
 */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Problem && error.refusal) request.refusal = error.refusal
  if (request.abortSignal?.aborted) return reply.status(clientClosedRequest).send()
  const { status, message, members, link } = error instanceof Problem ? error : problemFrom(error)
  if (status >= 500 && !(error instanceof Problem)) request.log.error({ err: error }, 'request failed')
  if (typeof members.retryAfter === 'number') reply.header('retry-after', String(members.retryAfter))
  if (isFormOfPerson(request)) {
    const errors = members.sentences as string[] | undefined
    const page = renderErrorPage(message, remedies[remedyFor(status)], {
      reference: request.id,
      errors,
      link,
    })
    return reply.status(status).type('text/html; charset=utf-8').send(page)
  }
  if (isScim(request.url)) return sendScimError(reply, { status, message, members })
  return reply
    .status(status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...toProblemBody(status, message, request.id), ...members }))
}

/** RFC 7644, section 3.12. The header `x-request-id` has the reference. */
function sendScimError(
  reply: FastifyReply,
  { status, message, members }: Pick<Problem, 'status' | 'message' | 'members'>,
) {
  const scimType = members.scimType ?? (status === 400 ? 'invalidValue' : undefined)
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error']
  return reply
    .status(status)
    .type(`${scimMediaType}; charset=utf-8`)
    .send(JSON.stringify({ schemas, status: String(status), scimType, detail: message }))
}

/** Whether the response is shown in the window that a form was posted into. */
const isFormOfPerson = ({ routeOptions, headers }: FastifyRequest) =>
  routeOptions?.config?.contract?.form && acceptsPages(headers)

export const acceptsPages = ({ accept }: FastifyRequest['headers']) => /\btext\/html\b/.test(accept ?? '')

function problemFrom(error: unknown): Problem {
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const sentence = sentences[code]
  if (sentence) return new Problem(...sentence)
  const away = soonBack[code]
  if (away) return new Problem(503, away, { retryAfter: retryAfterSeconds })
  if (isDatabaseLost(error) || isShortOfResources(code)) return new Problem(503, problemMessages.notReady)
  if (statusCode < 500) return new Problem(statusCode, problemMessages.badRequest)
  return new Problem(500, problemMessages.ourFault)
}

/** What an operator restores, by the codes of `StorageAwayError` and `ColumnKeyMissingError`. */
const soonBack: Record<string, string> = {
  STORAGE_AWAY: problemMessages.documentsAway,
  COLUMN_KEY_MISSING: problemMessages.textsAway,
  SECRET_KEY_MISSING: problemMessages.notReady,
}
const retryAfterSeconds = 30

/** PostgreSQL's codes for exhausted connections, memory or disk. */
const isShortOfResources = (code: string) => code.startsWith('53')

const sentences: Record<string, [status: number, detail: string]> = {
  FST_ERR_BAD_URL: [400, problemMessages.badAddress],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, problemMessages.notJson],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, problemMessages.notJson],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, problemMessages.tooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, problemMessages.unsupportedMedia],
  TOO_LATE: [503, problemMessages.tookTooLong],
  '57014': [503, problemMessages.tookTooLong],
  // Text that the database cannot store: the NUL character, in text and in JSON.
  '22021': [400, problemMessages.badRequest],
  '22P05': [400, problemMessages.badRequest],
}

type Headers = Readonly<Record<string, string>>

/** Responds to a request whose address cannot be routed. No hook runs for it, so this adds the headers. */
export const createRoutingErrorHandler =
  (headers: Headers) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const isForPerson =
      !request.url.startsWith('/api/') && !isScim(request.url) && acceptsPages(request.headers)
    if (!isForPerson) return void sendError(error, request, reply)
    const { badAddress, badAddressAdvice } = problemMessages
    reply.status(400).type('text/html; charset=utf-8').send(renderErrorPage(badAddress, badAddressAdvice))
  }

/** Responds with a problem to malformed or incomplete HTTP, which no other handler sees. */
export const createClientErrorHandler = (headers: Headers) =>
  function refuse(this: FastifyInstance, { code }: ConnectionError, socket: Socket) {
    // Before its handshake, a TLS socket sends nothing.
    if (code === 'ECONNRESET' || /^ERR_(TLS|SSL)_/.test(code) || !socket.writable)
      return void socket.destroy()
    const [status, detail] = refusals[code] ?? [400, problemMessages.notHttp]
    const reference = randomUUID()
    this.log.info({ reference, route: 'none', status })
    const body = JSON.stringify(toProblemBody(status, detail, reference))
    const lines = Object.entries({
      ...headers,
      'x-request-id': reference,
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
    socket.end(text, () => socket.destroy())
  }

const refusals: Readonly<Record<string, [status: number, detail: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, problemMessages.slowRequest],
  HPE_HEADER_OVERFLOW: [431, problemMessages.headersTooLarge],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, problemMessages.tooLarge],
}
