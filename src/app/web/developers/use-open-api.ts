import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#platform/web/api-client.ts'
import { openApi } from './open-api.ts'

/** The OpenAPI description from the server. */
export function useOpenApi() {
  return useQuery({
    queryKey: ['open-api'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/api/openapi.json', { signal })
      if (!answer.ok) throw new ApiError(answer.status)
      return openApi.parse(await answer.json())
    },
  })
}
