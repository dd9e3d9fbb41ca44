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
  /** The provider whose marker the map brings into view and focuses next. */
  const [opened, setOpened] = useState<ProviderRef>()
  /** The provider whose card takes the focus next. */
  const [focusTarget, setFocusTarget] = useState<ProviderRef>()
  const [chosen, setChosen] = useState<string>()
  /** The provider whose card or marker has the pointer or the focus. */
  const [pointed, setPointed] = useState<string>()
  const showOnMap = (hash: string) => {
    setChosen(hash)
    setOpened({ hash })
    choose('map')
  }
  const showInList = (hash: string) => {
    setChosen(hash)
    setFocusTarget({ hash })
  }
  const point = (hash: string) => setPointed(hash)
  const leave = () => setPointed(undefined)
  return {
    opened,
    focusTarget,
    clearFocusTarget: () => setFocusTarget(undefined),
    showOnMap,
    showInList,
    /** The provider whose card and marker are highlighted. */
    highlighted: pointed ?? chosen,
    /** The handlers of a card or marker that highlight the provider on both sides. */
    pointing: (hash: string) => ({
      onPointerEnter: () => point(hash),
      onPointerLeave: leave,
      onFocus: () => point(hash),
      onBlur: leave,
    }),
  }
}

export type MapListSync = ReturnType<typeof useMapListSync>
