import { createAtom } from '@tanstack/react-store'
import { z } from 'zod'
import type { Middleware } from '#platform/web/api-client.ts'
import { readingLimitReason } from '../contract.ts'

/** Whether the person exceeded the reading limit and has not said yet why. */
export const readingPaused = createAtom(false)

const refusal = z.object({ reason: z.literal(readingLimitReason) })

/** Notes when a response says that the person exceeded the reading limit. */
export const watchReadingLimit: Middleware = async (request, next) => {
  const response = await next(request)
  if (response.status === 429) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    if (refusal.safeParse(body).success) readingPaused.set(true)
  }
  return response
}
