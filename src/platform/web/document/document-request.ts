import { z } from 'zod'

/** A form post that returns a document. */
export const documentRequest = z.object({
  path: z.string().startsWith('/api/'),
  fields: z.record(z.string(), z.string()),
})
export type DocumentRequest = z.infer<typeof documentRequest>

/** Requests and returns a one-time ticket for exactly this document. */
export type RequestTicket = (request: DocumentRequest) => Promise<string>

/** Opens a document. Its viewer can move to the others of the list. */
export type OpenDocument = (request: DocumentRequest, list?: readonly DocumentRequest[]) => Promise<void>

/** Creates the request of a document that an endpoint returns. Its fields are those of the contract, as texts. */
export const createDocumentRequest = <Request extends z.ZodObject>(
  { path }: { path: string; request: Request },
  fields: { [Field in keyof z.input<Request>]: string },
): DocumentRequest => ({ path, fields })

/** Adds a new ticket to a request, in the field `Token`. */
export async function withTicket(
  { path, fields }: DocumentRequest,
  requestTicket: RequestTicket,
): Promise<DocumentRequest> {
  return { path, fields: { ...fields, Token: await requestTicket({ path, fields }) } }
}
