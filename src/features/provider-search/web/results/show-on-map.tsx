import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { MapListSync } from '../map/use-map-list-sync.ts'
import classes from './results.module.css'

type ShowOnMapProps = { provider: Provider; moves: MapListSync; withLabel?: boolean }

/** A link from a row to its marker; it takes the focus when the user returns from the marker. */
export function ShowOnMap({ provider: { hash, name }, moves, withLabel = false }: ShowOnMapProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { focusTarget, clearFocusTarget } = moves
  const isFocusTarget = focusTarget?.hash === hash
  useEffect(() => {
    if (!isFocusTarget) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'center' })
    clearFocusTarget()
  })
  return (
    <button
      ref={button}
      type="button"
      className={withLabel ? classes.labeledButton : classes.iconButton}
      aria-label={messages.showNamedOnMap(name)}
      title={withLabel ? undefined : messages.showOnMap}
      onClick={() => moves.showOnMap(hash)}
    >
      <IconMapPin size={18} stroke={1.75} aria-hidden />
      {withLabel && messages.showOnMap}
    </button>
  )
}
