import { z } from 'zod'

/**
 * The callers that an endpoint accepts. `by-definition` depends on the `access` of the requested search definition;
 * `session` needs the cookie of a staff session, with or without a token; `service` is another program.
 */
export type Access = 'public' | 'by-definition' | 'session' | 'member' | 'staff' | 'internal' | 'service'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The media type of SCIM (RFC 7644, section 3.1). */
export const scimMediaType = 'application/scim+json'

type Contract<Request extends z.ZodObject, Response extends z.ZodType> = {
  method: Method
  path: `/api/${string}` | `/scim/v2/${string}`
  access: Access
  /**
   * The current client's configuration must have at least one feature from each list; otherwise the endpoint
   * returns 404.
   */
  features?: readonly (readonly string[])[]
  /** One sentence for the API documentation. */
  summary: string
  /**
   * Whether the body has the encoding of an HTML form. From staff, it can carry a ticket in the field `Token` instead of
   * the bearer token, as the specification wants it. The guard reads the ticket; of the contracts, only `createVob` names
   * it. For members, the session cookie is enough. Pages post forms with a ticket through `loadDocument` and
   * `drawDocument` (`fetch-document.ts`), and those with the bearer token through `callForBytes`.
   */
  form?: true
  /**
   * Whether the URL carries sensitive data, because the specification fixes it. Such an endpoint exists only while
   * `SENSITIVE_URLS` is on; pages call one that takes the data in the body.
   */
  hasSensitiveUrl?: true
  /** The status of a response without an error, if not 200. A response with 204 is empty. */
  status?: 201 | 204
  /** Request keys that are sent as headers, with their header names. */
  headers?: Partial<Record<keyof z.infer<Request>, string>>
  request: Request
  response: Response
}

export type Endpoint<
  Request extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType = z.ZodType,
> = Contract<Request, Response>

/**
 * Declares an endpoint once for both the server and the web pages. The request is one flat object: keys named
 * in the path are sent in the path, keys named in `headers` as headers, and the rest in the query of a GET or
 * in the body of a POST.
 */
export function endpoint<Request extends z.ZodObject, Response extends z.ZodType>(
  contract: Contract<Request, Response>,
): Endpoint<Request, Response> {
  return contract
}

export type InputLocation = 'path' | 'header' | 'query' | 'body'

/** The part of a request in which the value of a key is sent. */
export function inputLocation(contract: Endpoint, key: string): InputLocation {
  if (contract.path.includes(`{${key}}`)) return 'path'
  if (headerName(contract, key)) return 'header'
  return contract.method === 'GET' ? 'query' : 'body'
}

/** The header that carries a request key, if any. */
export function headerName(contract: Endpoint, key: string): string | undefined {
  return (contract.headers as Record<string, string> | undefined)?.[key]
}

/** The media type of the JSON that an endpoint sends. */
export const jsonMediaType = ({ path }: Pick<Endpoint, 'path'>): string =>
  isScim(path) ? scimMediaType : 'application/json'

/** Whether an address is part of SCIM, which has media types and errors of its own. */
export const isScim = (url: string) => url.startsWith('/scim/')

/** The response schema of an endpoint that returns bytes of one of these media types. */
export const binaryResponse = (...mediaTypes: [string, ...string[]]) =>
  z.instanceof(Uint8Array).meta({ mediaTypes })

/** The media types that a binary response may have; undefined for a JSON response. */
export function getMediaTypes(response: z.ZodType): string[] | undefined {
  return response.meta()?.mediaTypes as string[] | undefined
}
