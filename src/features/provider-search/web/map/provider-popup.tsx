import { Button, CloseButton } from '@mantine/core'
import { type Map as MapLibre, type MapMouseEvent, Popup, type PopupOptions } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Provider } from '../../contract.ts'
import { mapMessages } from '../../map-messages.ts'
import { messages } from '../../messages.ts'
import type { Unit } from '../../rules.ts'
import { FeedbackButton } from '../feedback/feedback-button.tsx'
import { formatDistance } from '../results/describe-search.ts'
import { CallLink, DirectionsLink } from '../results/provider-links.tsx'
import { ProviderKind, ProviderName } from '../results/provider-name.tsx'
import { RowActionCell } from '../results/row-action.tsx'
import type { ResultRow } from '../results/use-result-table.tsx'
import type { Point } from './clusters.ts'
import classes from './map.module.css'
import { makeRoom, moveDurationMs, toLngLat } from './map-camera.ts'

type ProviderPopupProps = {
  row: ResultRow
  unit: Unit
  onShowInList: (hash: string) => void
  onFeedback: ((provider: Provider) => void) | undefined
  onClose: () => void
}

/** The details of a provider on the map, with its links and row actions. */
export function ProviderPopup({ row, unit, onShowInList, onFeedback, onClose }: ProviderPopupProps) {
  const provider = row.original
  const { name, addressDisplay } = provider
  return (
    <>
      <PopupHead onClose={onClose}>
        <ProviderName provider={provider} />
      </PopupHead>
      <p>
        <ProviderKind provider={provider} />
      </p>
      <p>{addressDisplay}</p>
      <p className={classes.links}>
        <CallLink provider={provider} />
        <DirectionsLink provider={provider} />
        <span>{formatDistance(provider, unit)}</span>
      </p>
      <RowActionCell provider={provider} />
      {onFeedback && <FeedbackButton provider={provider} onGive={onFeedback} />}
      <div className={classes.actions}>
        <label>
          <input
            type="checkbox"
            aria-label={messages.select(name)}
            checked={row.getIsSelected()}
            onChange={row.getToggleSelectedHandler()}
          />
          {mapMessages.selectOne}
        </label>
        <Button size="compact-md" variant="default" onClick={() => onShowInList(row.id)}>
          {mapMessages.showInList}
        </Button>
      </div>
    </>
  )
}

/** The title and the close button of a popup. */
export function PopupHead({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  return (
    <div className={classes.popupHead}>
      <h3>{children}</h3>
      <CloseButton aria-label={mapMessages.closePopup} onClick={onClose} />
    </div>
  )
}

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
