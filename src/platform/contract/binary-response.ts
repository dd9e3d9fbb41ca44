import { z } from 'zod'

/** The response schema of an endpoint that returns bytes of one of these media types. */
export const binaryResponse = (...mediaTypes: [string, ...string[]]) =>
  z.instanceof(Uint8Array).meta({ mediaTypes })

/** The media types that a binary response may have; undefined for a JSON response. */
export function getMediaTypes(response: z.ZodType): string[] | undefined {
  return response.meta()?.mediaTypes as string[] | undefined
}
