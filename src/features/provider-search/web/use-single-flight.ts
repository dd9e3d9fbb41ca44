import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/** Sends with a mutation; while one is on its way, further ones are ignored. */
export function useSingleFlight<Variables>({
  mutate,
}: Pick<UseMutationResult<unknown, Error, Variables>, 'mutate'>) {
  const isPending = useRef(false)
  return (variables: Variables) => {
    if (isPending.current) return
    isPending.current = true
    mutate(variables, {
      onSettled: () => {
        isPending.current = false
      },
    })
  }
}
