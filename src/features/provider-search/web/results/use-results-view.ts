import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

export type View = 'list' | 'map'

/**
 * The view of the results: the list unless the URL names the map; always the map on a narrow screen. Each change is a
 * history entry, so that Back returns to the previous view.
 */
export function useView(isNarrow: boolean): { view: View; choose: (view: View) => void } {
  const navigate = useNavigate()
  const requested: unknown = useSearch({ strict: false, select: (params: { view?: unknown }) => params.view })
  const choose = (view: View) => {
    if (isNarrow || view === (requested === 'map' ? 'map' : 'list')) return
    void navigate({
      to: '.',
      search: (params: object) => ({ ...params, view: view === 'map' ? view : undefined }),
      state: (state) => state,
      resetScroll: false,
    })
  }
  return { view: isNarrow || requested === 'map' ? 'map' : 'list', choose }
}

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
