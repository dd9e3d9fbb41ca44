import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/** Runs a mutation; ignores calls while one is pending. */
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
