import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The main element; receives focus on page changes, unless the user has already focused something else. */
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
