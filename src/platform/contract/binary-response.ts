import { z } from 'zod'

/** The response of an endpoint that returns bytes of one of these media types. */
export const binaryResponse = (...mediaTypes: [string, ...string[]]) =>
  z.instanceof(Uint8Array).meta({ mediaTypes })

/** The media types of a response that is bytes; undefined for JSON. */
export function getMediaTypes(response: z.ZodType): string[] | undefined {
  return response.meta()?.mediaTypes as string[] | undefined
}
