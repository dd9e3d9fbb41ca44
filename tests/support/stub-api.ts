import { afterEach, expect, vi } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'

type AnyEndpoint = Pick<Endpoint, 'method' | 'path' | 'response'>

type BodyOf<Contract extends AnyEndpoint> = z.input<Contract['response']>

type Reply = (request: StubbedRequest) => Response | Promise<Response>

export type StubbedRequest = { url: URL; headers: Headers; body: unknown; signal: AbortSignal | undefined }

type Recorded = StubbedRequest & { endpoint: string }

const unstubbed: string[] = []

afterEach(() => {
  expect(unstubbed.splice(0), 'requests without a stub').toEqual([])
})

const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/**
 * Replaces `fetch` for one test. Each endpoint that the test calls needs a reply; a later reply replaces it.
 * Any other request fails the test.
 */
export function stubApi() {
  const replies = new Map<string, Reply>()
  const recorded: Recorded[] = []

  async function respond(address: string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address, 'http://portal')
    const name = [...replies.keys()].find((known) => matches(known, init.method ?? 'GET', url.pathname))
    const reply = name === undefined ? undefined : replies.get(name)
    if (name === undefined || !reply) {
      unstubbed.push(`${init.method ?? 'GET'} ${url.pathname}`)
      throw new TypeError('Failed to fetch')
    }
    const signal = init.signal ?? undefined
    const request = { url, headers: new Headers(init.headers), body: readBody(init), signal }
    recorded.push({ ...request, endpoint: name })
    return untilAborted(Promise.resolve(reply(request)), signal)
  }
  vi.stubGlobal('fetch', respond)

  const setReply = (endpoint: AnyEndpoint, reply: Reply) => void replies.set(nameOf(endpoint), reply)
  return {
    /** Replies with this body, or with what the function returns for a request. */
    reply<Contract extends AnyEndpoint>(
      endpoint: Contract,
      body: BodyOf<Contract> | ((request: StubbedRequest) => BodyOf<Contract>),
    ) {
      const read = (request: StubbedRequest) => (body instanceof Function ? body(request) : body)
      setReply(endpoint, (request) => Response.json(read(request)))
    },
    /** Replies with an error status and, if given, this body and these headers. */
    fail(endpoint: AnyEndpoint, status: number, body: unknown = {}, headers: Record<string, string> = {}) {
      setReply(endpoint, () => Response.json(body, { status, headers }))
    },
    /** Replies with bytes, as endpoints for documents and images do. */
    replyWithBytes(endpoint: AnyEndpoint, type: string) {
      setReply(endpoint, () => new Response('bytes', { headers: { 'content-type': type } }))
    },
    /** Sends no response, as without a connection. */
    disconnect(endpoint: AnyEndpoint) {
      setReply(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Holds back the current reply until the returned function is called. */
    hold(endpoint: AnyEndpoint, isHeld: (request: StubbedRequest) => boolean = () => true) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const name = nameOf(endpoint)
      const held = replies.get(name)
      if (!held) throw new Error(`${name} has no reply to hold back.`)
      replies.set(name, async (request) => {
        if (isHeld(request)) await promise
        return held(request)
      })
      return () => {
        replies.set(name, held)
        resolve()
      }
    },
    /** The requests to an endpoint so far. */
    requests: (endpoint: AnyEndpoint) => recorded.filter((request) => request.endpoint === nameOf(endpoint)),
  }
}

function matches(name: string, method: string, pathname: string): boolean {
  const [expected, path = ''] = name.split(' ')
  const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')
  return expected === method && new RegExp(`^${pattern}$`).test(pathname)
}

function readBody({ body, headers }: RequestInit): unknown {
  if (typeof body !== 'string') return undefined
  return new Headers(headers).get('content-type') === 'application/json'
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
}

/** Rejects as `fetch` does when its signal is aborted. */
function untilAborted<Value>(promise: Promise<Value>, signal?: AbortSignal): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
