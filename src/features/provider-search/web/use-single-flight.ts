import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'

/** Sends with a mutation; while one is on its way, further ones are ignored. */
export function useOneAtATime<Given>({ mutate }: Pick<UseMutationResult<unknown, Error, Given>, 'mutate'>) {
  const isOnItsWay = useRef(false)
  return (given: Given) => {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    mutate(given, {
      onSettled: () => {
        isOnItsWay.current = false
      },
    })
  }
}
