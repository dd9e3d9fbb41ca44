import { IconRefresh } from '@tabler/icons-react'
import { LngLat, type Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { BusyButton } from '#platform/web/form/busy-button.tsx'
import { mapMessages } from '../../map-messages.ts'
import type { SearchArea, SearchInArea } from './create-area-search.ts'
import { toLngLat } from './map-camera.ts'
import classes from './map-section.module.css'

type SearchAreaButtonProps = { map: MapLibre; onSearch: SearchInArea }

/** Repeats the search in the visible area, or says why it cannot. */
export function SearchAreaButton({ map, onSearch }: SearchAreaButtonProps) {
  const [isSearching, setSearching] = useState(false)
  const [problem, setProblem] = useState<string>()
  const search = async () => {
    setSearching(true)
    setProblem(await onSearch(visibleArea(map)))
    setSearching(false)
  }
  return (
    <div className={classes.searchArea}>
      <BusyButton
        variant="default"
        radius="xl"
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        isBusy={isSearching}
        onClick={search}
      >
        {mapMessages.searchArea}
      </BusyButton>
      <p role="status">{problem}</p>
    </div>
  )
}

/** Whether the user has moved or zoomed the map; fitting the map to the results does not count. */
export function useHasMoved(map: MapLibre) {
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
      if (originalEvent) setMoved(true)
    }
    map.on('movestart', moved)
    return () => void map.off('movestart', moved)
  }, [map])
  return { hasMoved, forgetMove: () => setMoved(false) }
}

/** The largest circle in the visible part of the map. */
function visibleArea(map: MapLibre): SearchArea {
  const { clientWidth, clientHeight } = map.getContainer()
  const center = map.getCenter()
  const { x, y } = map.project(center)
  const radius = center.distanceTo(map.unproject([x, y - Math.min(clientWidth, clientHeight) / 2]))
  return {
    latitude: center.lat,
    longitude: center.wrap().lng,
    reachKm: (from) => (radius + center.distanceTo(new LngLat(...toLngLat(from)))) / 1000,
  }
}
