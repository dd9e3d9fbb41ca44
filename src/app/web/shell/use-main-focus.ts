import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * The page's main part; it takes the focus when another page comes, so that reading begins there. Who has meanwhile
 * gone on to something else keeps it.
 */
export function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const router = useRouter()
  useEffect(() => {
    let left = document.activeElement
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        left = document.activeElement
      }),
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const { activeElement } = document
        const isElsewhere = activeElement !== left && activeElement !== document.body
        if (fromLocation && pathChanged && !isElsewhere) main.current?.focus({ preventScroll: true })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return main
}
