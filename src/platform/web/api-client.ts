import type { z } from 'zod'
import { type Endpoint, headerName, inputLocation } from '../contract/endpoint.ts'
import { type ProblemBody, problemBody } from '../contract/problem.ts'

/** A request that got an error response, an unreadable response (status 2xx), or no response (status 0). */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly problem: ProblemBody | undefined
  /** The seconds to wait before a retry, if the server says so. */
  readonly retryAfter: number | undefined

  constructor(status: number, problem?: ProblemBody, retryAfter?: number) {
    super(problem?.detail ?? `The call failed with status ${status}.`)
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** Whether the server has nothing under what was asked for. */
export const isNotFoundError = (error: unknown): boolean => error instanceof ApiError && error.status === 404

export type ApiRequest = {
  contract: Endpoint
  input: Record<string, unknown>
  url: string
  init: RequestInit
}
/** Sends a request and returns its response. */
type ApiClient = (request: ApiRequest) => Promise<Response>

/** Responds to a request, usually by passing it to the next middleware. */
export type Middleware = (request: ApiRequest, next: ApiClient) => Promise<Response>

/** The middleware of all requests with a contract, in order. Only `main.tsx` adds to it, before the page starts. */
export const apiMiddleware: Middleware[] = []

const send: ApiClient = (request) =>
  apiMiddleware.reduceRight<ApiClient>(
    (next, handle) => (each) => handle(each, next),
    ({ url, init }) => fetch(url, init),
  )(request)

/** The parsed response of an endpoint. Throws `ApiError`, or the abort reason when canceled. */
export async function call<Input extends z.ZodObject, Output extends z.ZodType>(
  contract: Endpoint<Input, Output>,
  input: z.input<Input>,
  signal?: AbortSignal,
): Promise<z.output<Output>> {
  const response = await sendRequest(contract as unknown as Endpoint, input, signal)
  const body: unknown = await response.json().catch(() => signal?.throwIfAborted())
  const { success, data } = contract.response.safeParse(body)
  if (!success) throw new ApiError(response.status)
  return data
}

/** The bytes of a response with their media type. Throws as `call` does. */
export async function callForBytes<Input extends z.ZodObject>(
  contract: Endpoint<Input, z.ZodType<Uint8Array>>,
  input: z.input<Input>,
  signal?: AbortSignal,
): Promise<Blob> {
  return readBlob(await sendRequest(contract as unknown as Endpoint, input, signal), signal)
}

/** The body of a response as bytes. Throws as `call` does. */
export const readBlob = (response: Response, signal?: AbortSignal): Promise<Blob> =>
  response.blob().catch(() => {
    signal?.throwIfAborted()
    throw new ApiError(0)
  })

async function sendRequest(contract: Endpoint, input: Record<string, unknown>, signal?: AbortSignal) {
  const { url, init } = buildRequest(contract, input)
  const request = { contract, input, url, init: { ...init, signal: signal ?? null } }
  return settle(send(request), signal)
}

/** Sends a request that has no contract, without middleware. Throws as `call` does. */
export const fetchWithoutContract = (
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Response> => settle(fetch(url, { ...init, signal }), signal)

async function settle(sent: Promise<Response>, signal?: AbortSignal): Promise<Response> {
  const response = await sent.catch((error: unknown) => {
    signal?.throwIfAborted()
    throw error instanceof ApiError ? error : new ApiError(0)
  })
  if (response.ok) return response
  const body: unknown = await response.json().catch(() => signal?.throwIfAborted())
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  throw new ApiError(response.status, problemBody().safeParse(body).data, retryAfter)
}

/** The address and fetch options of a request with this input. */
export function buildRequest(
  contract: Endpoint,
  input: Record<string, unknown>,
): Pick<ApiRequest, 'url' | 'init'> {
  const headers: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  let url: string = contract.path
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue
    const place = inputLocation(contract, key)
    if (place === 'path') url = url.replace(`{${key}}`, encodeURIComponent(String(value)))
    else if (place === 'header') headers[headerName(contract, key) ?? key] = String(value)
    else rest[key] = value
  }
  if (contract.method === 'GET') {
    const query = encodeValues(rest)
    return { url: query.size > 0 ? `${url}?${query}` : url, init: { headers } }
  }
  if (contract.form) {
    headers['content-type'] = 'application/x-www-form-urlencoded'
    return { url, init: { method: contract.method, headers, body: encodeValues(rest).toString() } }
  }
  headers['content-type'] = 'application/json'
  return { url, init: { method: contract.method, headers, body: JSON.stringify(rest) } }
}

/** `URLSearchParams` turns every value into a text. */
const encodeValues = (values: Record<string, unknown>) =>
  new URLSearchParams(values as Record<string, string>)

/** Unused preloads expire after this time. */
const preloadLifeMs = 60_000

const preloaded = new Map<string, Promise<Response>>()

/**
 * Starts these requests at once. The page may be busy for seconds before it makes them, and browsers discard
 * unused preloads.
 */
export function preload(addresses: readonly string[]) {
  for (const address of addresses) {
    const response = fetch(address)
    response.catch(() => preloaded.delete(address))
    preloaded.set(address, response)
  }
  setTimeout(() => preloaded.clear(), preloadLifeMs)
}

/** Responds with a preloaded response, to the first such request only. */
export const servePreloaded: Middleware = (request, next) => {
  const response = preloaded.get(request.url)
  preloaded.delete(request.url)
  return response ?? next(request)
}

/** The addresses of the requests that a page's preload tags name. */
export const findPreloadTags = (page: ParentNode): string[] =>
  [...page.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].map(
    (link) => new URL(link.href).pathname,
  )

/** A random UUID (version 4), for a write that may be repeated. Unlike `crypto.randomUUID`, this works outside secure contexts. */
export function createRandomId(): string {
  return 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    (crypto.getRandomValues(new Uint8Array(1)).at(0) ?? 0).toString(16).slice(-1),
  )
}
