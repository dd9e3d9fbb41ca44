import { useQuery } from '@tanstack/react-query'
import { call } from '#platform/web/api-client.ts'
import { findIssuedVob } from '../contract.ts'

const intervalMs = 2000
const maxAttempts = 30

/** Polls for up to a minute for the number of the letter issued with a ticket. */
export function useIssuedNumber(ticket: string | undefined): string | undefined {
  const issued = useQuery({
    queryKey: ['issued-vob', ticket],
    queryFn: ({ signal }) => call(findIssuedVob, { ticket: ticket ?? '' }, signal),
    enabled: ticket !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.number || state.dataUpdateCount >= maxAttempts ? false : intervalMs,
  })
  return issued.data?.number ?? undefined
}
