import { useQuery } from '@tanstack/react-query'
import { callForBytes } from '#platform/web/api-client.ts'
import { useObjectUrl } from '#platform/web/use-object-url.ts'
import { getAccountManagerPicture } from '../contract.ts'

/** Fetches a manager picture with the token and returns its object URL; undefined until loaded. */
export function useManagerPicture(photoUrl: string | null): string | undefined {
  const id = photoUrl?.split('/').at(-1) ?? ''
  const { data: bytes } = useQuery({
    queryKey: ['manager-picture', id],
    queryFn: ({ signal }) => callForBytes(getAccountManagerPicture, { id }, signal),
    enabled: id !== '',
  })
  return useObjectUrl(bytes)
}
