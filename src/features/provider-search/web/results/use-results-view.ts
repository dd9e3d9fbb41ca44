import { useNavigate, useSearch } from '@tanstack/react-router'

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
