import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The page's main part; it takes the focus when another page comes, so that reading begins there. */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) main.current?.focus({ preventScroll: true })
      }),
    [router],
  )
  return main
}
