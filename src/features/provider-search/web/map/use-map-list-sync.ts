import { useState } from 'react'
import type { View } from '../results/use-view.ts'

/** A provider by its hash; each request makes a new object. */
export type ProviderRef = { hash: string }

/** The moves between the map's markers and the rows of the list. `choose` changes the view. */
export function useMapListSync(choose: (view: View) => void) {
  /** Whose popup is open on the map. */
  const [opened, setOpened] = useState<ProviderRef>()
  /** Whose row is to take the focus. */
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
