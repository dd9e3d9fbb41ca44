import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { renderErrorPage } from './error-page.ts'
import { sendError } from './errors.ts'
import { toProblemBody } from './problem.ts'
import { problemMessages } from './problem-messages.ts'

type Headers = Readonly<Record<string, string>>

/** Responds to a request whose address cannot be routed. No hook runs for it, so this adds the headers. */
export const createRoutingErrorHandler =
  (headers: Headers) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const isForPerson =
      !request.url.startsWith('/api/') && /\btext\/html\b/.test(request.headers.accept ?? '')
    if (!isForPerson) return void sendError(error, request, reply)
    const { badAddress, badAddressAdvice } = problemMessages
    reply.status(400).type('text/html; charset=utf-8').send(renderErrorPage(badAddress, badAddressAdvice))
  }

/** Responds with a problem to malformed or incomplete HTTP, which no other handler sees. */
export const createClientErrorHandler = (headers: Headers) =>
  function refuse(this: FastifyInstance, { code }: ConnectionError, socket: Socket) {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
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
