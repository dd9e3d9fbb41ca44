import type { z } from 'zod'

/**
 * Who may make a call. `by-definition` is decided on each call from the search definition it names; `session`
 * is whoever has the cookie of a staff session, with or without a token; `service` is another program.
 */
export type Access = 'public' | 'by-definition' | 'session' | 'member' | 'staff' | 'internal' | 'service'

type Method = 'GET' | 'POST'

type Contract<Request extends z.ZodObject, Response extends z.ZodType> = {
  method: Method
  path: `/api/${string}`
  access: Access
  /** The viewed client's configuration has one feature of each list; for others there is no such call (404). */
  features?: readonly (readonly string[])[]
  /** One sentence for the reader of the API's documentation. */
  summary: string
  /**
   * The body is a form: what a page posts into a new window. It carries a ticket in the field `Token` where the access
   * is that of staff, whose token no form can bring; for a member the session's cookie is enough.
   */
  form?: true
  /** Request keys that travel as headers, with the header each travels in. */
  headers?: Partial<Record<keyof z.infer<Request>, string>>
  request: Request
  response: Response
}

export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> = Contract<Request, Response>

/**
 * One call, said once for both sides. The request is one flat object: keys named in the path travel in
 * the path, keys named in `headers` as headers, the rest in the query of a GET and the JSON body of a POST.
 */
export function endpoint<Request extends z.ZodObject, Response extends z.ZodType>(
  contract: Contract<Request, Response>,
): Endpoint<Request, Response> {
  return contract
}

export type Place = 'path' | 'header' | 'query' | 'body'

/** Where a key of the request travels. */
export function placeOf(contract: Endpoint, key: string): Place {
  if (contract.path.includes(`{${key}}`)) return 'path'
  if (headerOf(contract, key)) return 'header'
  return contract.method === 'GET' ? 'query' : 'body'
}

/** The header in which a key of the request travels, if it does. */
export function headerOf(contract: Endpoint, key: string): string | undefined {
  return (contract.headers as Record<string, string> | undefined)?.[key]
}
