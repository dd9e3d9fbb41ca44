import { IconMapPin } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Provider } from '../../contract.ts'
import { messages } from '../../messages.ts'
import type { MapAndList } from '../map/use-map-list-sync.ts'
import classes from './show-on-map.module.css'

type ShowOnMapProps = { provider: Provider; moves: MapAndList; inWords?: boolean }

/** The way from a row to its marker; who comes from the marker arrives here. */
export function ShowOnMap({ provider: { hash, name }, moves, inWords = false }: ShowOnMapProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { sought, forgetSought } = moves
  const isSought = sought?.hash === hash
  useEffect(() => {
    if (!isSought) return
    button.current?.focus({ preventScroll: true })
    button.current?.scrollIntoView({ block: 'center' })
    forgetSought()
  })
  return (
    <button
      ref={button}
      type="button"
      className={inWords ? classes.toMapInWords : classes.toMap}
      aria-label={messages.showNamedOnMap(name)}
      title={inWords ? undefined : messages.showOnMap}
      onClick={() => moves.showOnMap(hash)}
    >
      <IconMapPin size={18} stroke={1.75} aria-hidden />
      {inWords && messages.showOnMap}
    </button>
  )
}
