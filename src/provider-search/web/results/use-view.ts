import { useNavigate, useSearch } from '@tanstack/react-router'

export type View = 'list' | 'map'

/** How results are viewed: the list, unless the page's address says the map. A narrow screen has the map. */
export function useView(isNarrow: boolean): { view: View; choose: (view: View) => void } {
  const navigate = useNavigate()
  const asked: unknown = useSearch({ strict: false, select: (params: { view?: unknown }) => params.view })
  const choose = (view: View) =>
    void navigate({
      to: '.',
      search: (params: object) => ({ ...params, view: view === 'map' ? view : undefined }),
      state: (state) => state,
      replace: true,
      resetScroll: false,
    })
  return { view: isNarrow || asked === 'map' ? 'map' : 'list', choose }
}
