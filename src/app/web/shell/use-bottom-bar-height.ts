import { useEffect, useRef } from 'react'

/** Returns a ref for the slot of the bottom bar, whose height it exposes to CSS. */
export function useBottomBarHeight() {
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
