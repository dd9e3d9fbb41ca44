import { type Map as MapLibre, type MapMouseEvent, Popup, type PopupOptions } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Point } from './clusters.ts'
import classes from './map.module.css'
import { makeRoom, moveDurationMs, toLngLat } from './map-camera.ts'

/** Offsets from the marker, in pixels. */
const above: [number, number] = [0, -38]
const below: [number, number] = [0, 6]
const offset: PopupOptions['offset'] = {
  center: [0, 0],
  left: [18, -18],
  right: [-18, -18],
  bottom: above,
  'bottom-left': above,
  'bottom-right': above,
  top: below,
  'top-left': below,
  'top-right': below,
}

type MapPopupProps = {
  map: MapLibre
  at: Point
  label: string
  /** Called when the map is clicked outside the popup. */
  onLeave: () => void
  children: ReactNode
}

/** A dialog at a point on the map. It takes the focus when it opens; the map stays usable. */
export function MapPopup({ map, at: { latitude, longitude }, label, onLeave, children }: MapPopupProps) {
  const [place] = useState(() => document.createElement('div'))
  const content = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent(({ originalEvent: { target } }: MapMouseEvent) => {
    if (target === map.getCanvas()) onLeave()
  })
  useEffect(() => {
    const popup = new Popup({
      className: classes.popup,
      closeButton: false,
      closeOnClick: false,
      focusAfterOpen: false,
      maxWidth: '300px',
      offset,
    })
    popup.setLngLat(toLngLat({ latitude, longitude })).setDOMContent(place).addTo(map)
    content.current?.focus({ preventScroll: true })
    map.on('click', leave)
    // Wait for the next frame: the opener may first move the map in this task.
    const settled = requestAnimationFrame(() =>
      makeRoom(map, popup.getElement(), { latitude, longitude }, moveDurationMs),
    )
    return () => {
      cancelAnimationFrame(settled)
      map.off('click', leave)
      popup.remove()
    }
  }, [map, place, latitude, longitude])
  return createPortal(
    <div ref={content} role="dialog" aria-label={label} tabIndex={-1} className={classes.popupContent}>
      {children}
    </div>,
    place,
  )
}
