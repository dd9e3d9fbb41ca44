import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Point } from './clusters.ts'
import classes from './map.module.css'
import { toLngLat } from './map-bounds.ts'

type MapOverlayProps = { map: MapLibre; at: Point; children: ReactNode }

/** Keeps its content at a point on the map while the map moves. */
export function MapOverlay({ map, at: { latitude, longitude }, children }: MapOverlayProps) {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = () => {
      const { x, y } = map.project(toLngLat({ latitude, longitude }))
      element.current?.style.setProperty('transform', `translate(${x}px, ${y}px)`)
    }
    place()
    map.on('move', place)
    return () => void map.off('move', place)
  }, [map, latitude, longitude])
  return (
    <div ref={element} className={classes.overlay}>
      {children}
    </div>
  )
}
