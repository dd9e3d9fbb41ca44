import { useEffect, useRef } from 'react'

/** The place of what floats at the lower edge of the screen; tells the page's styles how high it is. */
export function useDockHeight() {
  const dock = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty('--portal-dock', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    if (dock.current) observer.observe(dock.current)
    return () => observer.disconnect()
  }, [])
  return dock
}
