import type { z } from 'zod'
import { type Endpoint, headerOf, placeOf } from '../contract/endpoint.ts'
import { type ProblemBody, problemBody } from '../contract/problem.ts'

/** A call that was answered with an error, or not answered at all (status 0). */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly problem: ProblemBody | undefined

  constructor(status: number, problem?: ProblemBody) {
    super(problem?.detail ?? `The call failed with status ${status}.`)
    this.status = status
    this.problem = problem
  }
}

/** The parsed answer of a call. Throws `CallFailed`, or the signal's reason when it was cancelled. */
export async function call<Request extends z.ZodObject, Response extends z.ZodType>(
  contract: Endpoint<Request, Response>,
  input: z.input<Request>,
  signal?: AbortSignal,
): Promise<z.output<Response>> {
  const { url, init } = requestOf(contract as unknown as Endpoint, input)
  const answer = await fetch(url, { ...init, signal: signal ?? null }).catch(() => {
    signal?.throwIfAborted()
    throw new CallFailed(0, undefined)
  })
  const body: unknown = await answer.json().catch(() => signal?.throwIfAborted())
  if (!answer.ok) throw new CallFailed(answer.status, problemBody.safeParse(body).data)
  return contract.response.parse(body)
}

/** The address and fetch options that carry this input to its call. */
export function requestOf(
  contract: Endpoint,
  input: Record<string, unknown>,
): { url: string; init: RequestInit } {
  const headers: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  let url: string = contract.path
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue
    const place = placeOf(contract, key)
    if (place === 'path') url = url.replace(`{${key}}`, encodeURIComponent(String(value)))
    else if (place === 'header') headers[headerOf(contract, key) ?? key] = String(value)
    else rest[key] = value
  }
  if (contract.method === 'GET') {
    const query = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))
    return { url: query.size > 0 ? `${url}?${query}` : url, init: { headers } }
  }
  headers['content-type'] = 'application/json'
  return { url, init: { method: contract.method, headers, body: JSON.stringify(rest) } }
}
