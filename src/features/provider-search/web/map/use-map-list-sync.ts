import { useState } from 'react'
import type { View } from '../results/use-results-view.ts'

/** A provider by its hash; each request creates a new object, so that effects run again. */
export type ProviderRef = { hash: string }

/** Links the map's markers and the rows of the list. `choose` changes the view. */
export function useMapListSync(choose: (view: View) => void) {
  /** The provider whose popup is open on the map. */
  const [opened, setOpened] = useState<ProviderRef>()
  /** The provider whose row takes the focus next. */
  const [focusTarget, setFocusTarget] = useState<ProviderRef>()
  const showOnMap = (hash: string) => {
    setOpened({ hash })
    choose('map')
  }
  const showInList = (hash: string) => {
    setOpened(undefined)
    setFocusTarget({ hash })
    choose('list')
  }
  return {
    opened,
    setOpened,
    focusTarget,
    clearFocusTarget: () => setFocusTarget(undefined),
    showOnMap,
    showInList,
  }
}

export type MapListSync = ReturnType<typeof useMapListSync>
