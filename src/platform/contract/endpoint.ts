import type { z } from 'zod'

/**
 * Who may call an endpoint. `by-definition` depends on the search definition that the request names;
 * `session` needs the cookie of a staff session, with or without a token; `service` is another program.
 */
export type Access = 'public' | 'by-definition' | 'session' | 'member' | 'staff' | 'internal' | 'service'

type Method = 'GET' | 'POST'

type Contract<Request extends z.ZodObject, Response extends z.ZodType> = {
  method: Method
  path: `/api/${string}`
  access: Access
  /**
   * The current client's configuration must have at least one feature from each list; otherwise the endpoint
   * returns 404.
   */
  features?: readonly (readonly string[])[]
  /** One sentence for the API documentation. */
  summary: string
  /**
   * The body is a form that a page posts into a new window. For staff it carries a ticket in the field
   * `Token`, because a form cannot send the bearer token; for members the session cookie is enough.
   */
  form?: true
  /** Request keys that travel as headers, with their header names. */
  headers?: Partial<Record<keyof z.infer<Request>, string>>
  request: Request
  response: Response
}

export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> = Contract<Request, Response>

/**
 * One endpoint, declared once for both sides. The request is one flat object: keys named in the path travel
 * in the path, keys named in `headers` as headers, the rest in the query of a GET or the JSON body of a POST.
 */
export function endpoint<Request extends z.ZodObject, Response extends z.ZodType>(
  contract: Contract<Request, Response>,
): Endpoint<Request, Response> {
  return contract
}

export type InputLocation = 'path' | 'header' | 'query' | 'body'

/** Where a request key travels. */
export function inputLocation(contract: Endpoint, key: string): InputLocation {
  if (contract.path.includes(`{${key}}`)) return 'path'
  if (headerName(contract, key)) return 'header'
  return contract.method === 'GET' ? 'query' : 'body'
}

/** The header that carries a request key, if any. */
export function headerName(contract: Endpoint, key: string): string | undefined {
  return (contract.headers as Record<string, string> | undefined)?.[key]
}
