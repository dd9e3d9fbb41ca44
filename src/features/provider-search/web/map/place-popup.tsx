import type { Map as MapLibre } from 'maplibre-gl'
import { mapMessages } from '../../map-messages.ts'
import { HighlightedName } from '../results/highlighted-name.tsx'
import type { Cluster } from './clusters.ts'
import classes from './map.module.css'
import type { Place } from './map-points.ts'
import { MapPopup } from './map-popup.tsx'
import { PopupHead } from './popup-head.tsx'

type PlacePopupProps = {
  map: MapLibre
  cluster: Cluster<Place>
  onChoose: (hash: string) => void
  onClose: () => void
}

/** The providers at one address, which no zoom separates: a list to choose from. */
export function PlacePopup({ map, cluster, onChoose, onClose }: PlacePopupProps) {
  const title = mapMessages.atOnePlace(cluster.members.length)
  return (
    <MapPopup map={map} at={cluster} label={title} onLeave={onClose}>
      <PopupHead onClose={onClose}>{title}</PopupHead>
      <ul className={classes.providerList}>
        {cluster.members.map(({ row }) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row.id)}>
              <HighlightedName name={row.original.name} />
            </button>
          </li>
        ))}
      </ul>
    </MapPopup>
  )
}
