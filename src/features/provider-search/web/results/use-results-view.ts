import { useNavigate, useSearch } from '@tanstack/react-router'
import { createAtom, useSelector } from '@tanstack/react-store'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import {
  staffPrefix,
  tabDraftPrefix,
  tabStore,
  useIsStored,
  useStored,
  useTabOwner,
} from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { type Provider, provider } from '../../contract.ts'

export type View = 'list' | 'map'

/**
 * The view of the results: the list unless the URL names the map; always the map on a phone. Each change is a
 * history entry, so that Back returns to the previous view.
 */
export function useView(isPhone: boolean): { view: View; choose: (view: View) => void } {
  const navigate = useNavigate()
  const requested: unknown = useSearch({ strict: false, select: (params: { view?: unknown }) => params.view })
  const choose = (view: View) => {
    if (isPhone || view === (requested === 'map' ? 'map' : 'list')) return
    void navigate({
      to: '.',
      search: (params: object) => ({ ...params, view: view === 'map' ? view : undefined }),
      state: (state) => state,
      resetScroll: false,
    })
  }
  return { view: isPhone || requested === 'map' ? 'map' : 'list', choose }
}

/** A provider by its hash; each request creates a new object, so that effects run again. */
export type ProviderRef = { hash: string }

/** Links the map's markers and the rows of the list. `choose` changes the view. */
export function useMapListSync(choose: (view: View) => void) {
  /** The provider whose marker the map brings into view and focuses next. */
  const [opened, setOpened] = useState<ProviderRef>()
  /** The provider whose card takes the focus next. */
  const [focusTarget, setFocusTarget] = useState<ProviderRef>()
  const [highlight] = useState(() => createAtom<Highlight>({}))
  const showOnMap = (hash: string) => {
    highlight.set({ chosen: hash })
    setOpened({ hash })
    choose('map')
  }
  const showInList = (hash: string) => {
    highlight.set({ chosen: hash })
    setFocusTarget({ hash })
  }
  const point = (pointed: string) => highlight.set((before) => ({ ...before, pointed }))
  const leave = () => highlight.set(({ chosen }) => ({ chosen }))
  return {
    opened,
    focusTarget,
    clearFocusTarget: () => setFocusTarget(undefined),
    showOnMap,
    showInList,
    highlight,
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

/**
 * The provider whose card or marker has the pointer or the focus, and the one that was chosen last. It is not state of
 * the results: when the pointer moves, only the cards and markers that change are rendered.
 */
type Highlight = { pointed?: string; chosen?: string | undefined }

/** Whether one of these providers is highlighted. */
export const useIsHighlighted = ({ highlight }: Pick<MapListSync, 'highlight'>, hashes: readonly string[]) =>
  useSelector(highlight, ({ pointed, chosen }) => hashes.includes(pointed ?? chosen ?? ''))

const shortlisted = z.array(z.object({ provider, from: z.string() }))
/** A provider of the shortlist, and what its distance was measured from. */
export type Shortlisted = z.infer<typeof shortlisted>[number]
const noEntries: Shortlisted[] = []

/**
 * The providers that the user has saved in this tab from a search, in the order of saving. What signed-in staff save
 * ends with their session, also in a public search; what a visitor saves stays as long as the drafts of searches.
 */
export function useShortlist(code: string) {
  const owner = useTabOwner()
  const prefix = useIsStored(tokenStore) ? staffPrefix : tabDraftPrefix
  const store = useMemo(
    () => tabStore(`${prefix}shortlist ${code}`, shortlisted, { owner }),
    [prefix, code, owner],
  )
  const [entries, setEntries] = useStored(store, noEntries)
  const has = (hash: string) => entries.some((entry) => entry.provider.hash === hash)
  const remove = (hash: string) => setEntries(entries.filter((entry) => entry.provider.hash !== hash))
  return {
    entries,
    has,
    remove,
    clear: () => setEntries(noEntries),
    /** Saves a provider, or removes it if it is saved. `from` is what its distance was measured from. */
    toggle: (saved: Provider, from = '') =>
      has(saved.hash) ? remove(saved.hash) : setEntries([...entries, { provider: saved, from }]),
  }
}

export type Shortlist = ReturnType<typeof useShortlist>
