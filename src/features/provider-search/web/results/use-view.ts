import { useNavigate, useSearch } from '@tanstack/react-router'

export type View = 'list' | 'map'

/**
 * How results are viewed: the list, unless the page's address says the map. A narrow screen has the map. Each choice
 * of another view is a step of the browser's history, so that Back returns to the view before.
 */
export function useView(isNarrow: boolean): { view: View; choose: (view: View) => void } {
  const navigate = useNavigate()
  const asked: unknown = useSearch({ strict: false, select: (params: { view?: unknown }) => params.view })
  const choose = (view: View) => {
    if (isNarrow || view === (asked === 'map' ? 'map' : 'list')) return
    void navigate({
      to: '.',
      search: (params: object) => ({ ...params, view: view === 'map' ? view : undefined }),
      state: (state) => state,
      resetScroll: false,
    })
  }
  return { view: isNarrow || asked === 'map' ? 'map' : 'list', choose }
}
