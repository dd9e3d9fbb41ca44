import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchType } from '#cases/contract.ts'
import { hasCases, validatePatientSearch } from '#cases/rules.ts'
import { recentCasesQuery } from '#cases/web/recent-cases-query.ts'
import { patientSearch } from '#cases/web/search/case-search-kinds.ts'
import type { PatientValues } from '#cases/web/search/search-values.ts'
import type { ClientOption } from '#clients/contract.ts'
import {
  isInternalStore,
  storeChosenClient,
  tabClientStore,
  tabOwner,
  useConfiguration,
} from '#clients/web/configuration-store.ts'
import { clientsQuery, useEnterClient } from '#clients/web/open-client.ts'
import { FindPalette } from '#find/web/find-palette.tsx'
import type { OpenTarget, PageTarget } from '#find/web/found-rows.ts'
import type { PageEntry } from '#find/web/result-rows.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { type Store, useStored } from '#platform/web/storage.ts'
import { vobFilter } from '#vob/contract.ts'
import { vobListStores } from '#vob/web/vob-storage.ts'
import { requestedItnStore } from '../pages/staff/use-requested-itn.ts'
import { staffLinks } from './staff-nav.tsx'

const noCases: never[] = []

type FindLauncherProps = {
  /** Returns what was typed before the field had the focus. */
  takeTyped: () => string
  /** Closes the palette and restores the focus. */
  onClose: () => void
  /** Closes the palette because another page opens. */
  onLeave: () => void
}

/** The palette with the menu of the person, and what its rows open. */
export function FindLauncher({ takeTyped, onClose, onLeave }: FindLauncherProps) {
  const router = useRouter()
  const configuration = useConfiguration()
  const [isInternal] = useStored(isInternalStore, false)
  const { data } = useQuery({ ...clientsQuery, enabled: isInternal })
  const clients = isInternal ? data : undefined
  const { clientId = '' } = configuration ?? {}
  const recentCases = useQuery({ ...recentCasesQuery(clientId), enabled: hasCases(configuration) })
  const recent = recentCases.data ?? noCases
  const pages = useMemo((): PageEntry[] => {
    const { before, after } = staffLinks({ configuration, isInternal }, (path) => path in router.routesByPath)
    const searches = configuration?.providerSearches ?? []
    return [
      ...before.map(({ path, label }) => ({ label, href: path, isNewTab: false })),
      ...searches.map(({ name, url }) => ({ label: name, href: url, isNewTab: true })),
      ...after.map(({ path, label }) => ({ label, href: path, isNewTab: false })),
    ]
  }, [configuration, isInternal, router])

  const { mutate: enterClient } = useEnterClient()
  const openPage = async (page: PageTarget) => {
    if ('href' in page && page.isNewTab) return void window.open(page.href, '_blank', 'noopener')
    const state = 'href' in page ? { openItn: page.openItn } : { filledAt: performance.now() }
    await router.navigate({ href: preparePage(page), state })
  }
  const open = (target: OpenTarget, isNewTab: boolean) => {
    onLeave()
    const { client, page } = 'client' in target ? target : { page: target }
    if (isNewTab) openInNewTab(page, client)
    else if (client) enterClient({ ...client, openPage: page && (() => openPage(page)) })
    else if (page) void openPage(page)
  }
  return (
    <FindPalette
      configuration={configuration}
      pages={pages}
      clients={clients}
      recent={recent}
      takeTyped={takeTyped}
      onClose={onClose}
      onOpen={open}
    />
  )
}

/**
 * Opens a page, by default the home page, in a new tab, which starts with a copy of this tab's values: the client and
 * what the page opens with. This tab keeps its own.
 */
function openInNewTab(page: PageTarget = { href: '/home' }, client?: ClientOption) {
  if ('href' in page && page.isNewTab) return window.open(page.href, '_blank', 'noopener')
  const owner = tabOwner()
  const letters = vobListStores(owner)
  const own = [
    keepValue(tabClientStore),
    keepValue(searchStore(patientSearch, owner)),
    keepValue(requestedItnStore(owner)),
    keepValue(letters.filter),
    keepValue(letters.view),
  ]
  if (client) storeChosenClient(client)
  if ('href' in page && page.openItn !== undefined) requestedItnStore(tabOwner()).set(page.openItn)
  window.open(preparePage(page), '_blank')
  for (const restore of own) restore()
}

/** Returns what restores the current value of a store. */
function keepValue<Value>(store: Store<Value>) {
  const value = store.get()
  return () => (value === undefined ? store.remove() : store.set(value))
}

/** Stores in this tab what the page opens with, and returns its address. */
function preparePage(page: PageTarget): string {
  if ('patientSearch' in page) {
    storePatientSearch(page.patientSearch)
    return '/patient-search'
  }
  if ('letters' in page) {
    storeLetterSearch(page.letters)
    return '/vobs'
  }
  return page.href
}

/** Searches the letters of the current client for a number, without other filters, from the first page. */
function storeLetterSearch(search: string) {
  const { filter, view } = vobListStores(tabOwner())
  filter.set(vobFilter.parse({ search }))
  view.remove()
}

type Filled = { searchType: SearchType; searchTerm: string }

/** Fills the patient search of the current client as the form does, and submits it if it is complete. */
function storePatientSearch({ searchType, searchTerm }: Filled) {
  const values: PatientValues = { ...allClientsSelected, searchType, searchTerm }
  const term = searchType === 'DOB' ? (parseDate(searchTerm) ?? '') : searchTerm
  const isComplete = validatePatientSearch(searchType, term) === undefined
  const submitted = isComplete ? values : undefined
  searchStore(patientSearch, tabOwner()).set({ values, submitted, view: patientSearch.firstView() })
}
