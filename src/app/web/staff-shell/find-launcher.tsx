import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { SearchType } from '#cases/contract.ts'
import { validatePatientSearch } from '#cases/rules.ts'
import { recentCasesQuery } from '#cases/web/recent-cases-query.ts'
import { patientSearch } from '#cases/web/search/case-search-kinds.ts'
import type { PatientValues } from '#cases/web/search/search-values.ts'
import { clientsQuery } from '#clients/web/clients-query.ts'
import {
  isInternalStore,
  storeChosenClient,
  tabClientStore,
  tabOwner,
  useConfiguration,
} from '#clients/web/configuration-store.ts'
import { useEnterClient } from '#clients/web/open-client.ts'
import { FindPalette } from '#find/web/find-palette.tsx'
import { hasCases, type OpenTarget, type PageEntry, type PageTarget } from '#find/web/result-rows.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { searchStore } from '#platform/web/multi-client-search/use-multi-client-search.ts'
import { type Store, useStored } from '#platform/web/storage.ts'
import { staffLinks } from './staff-nav.tsx'

const noCases: never[] = []

type FindLauncherProps = {
  /** Closes the palette and restores the focus. */
  onClose: () => void
  /** Closes the palette because another page opens. */
  onLeave: () => void
}

/** The palette with the menu of the person, and what its rows open. */
export function FindLauncher({ onClose, onLeave }: FindLauncherProps) {
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
  const openPage = (target: PageTarget) => {
    if ('patientSearch' in target) {
      searchStore(patientSearch, tabOwner()).set(fillPatientSearch(target.patientSearch))
      void router.navigate({ to: '/patient-search', state: { filledAt: performance.now() } })
    } else if (target.isNewTab) window.open(target.href, '_blank', 'noopener')
    else router.history.push(target.href, { openItn: target.openItn })
  }
  const open = (target: OpenTarget, isNewTab: boolean) => {
    onLeave()
    if (isNewTab) openInNewTab(target)
    else if ('client' in target) {
      const { client, page } = target
      enterClient({ ...client, openPage: page && (() => openPage(page)) })
    } else openPage(target)
  }
  return <FindPalette {...{ configuration, pages, clients, recent, onClose }} onOpen={open} />
}

function openInNewTab(target: OpenTarget) {
  if ('client' in target) {
    const { client, page } = target
    const path = page && 'href' in page ? page.href : page ? '/patient-search' : '/home'
    openTab(path, tabClientStore, () => storeChosenClient(client))
  } else if ('patientSearch' in target) {
    const store = searchStore(patientSearch, tabOwner())
    openTab('/patient-search', store, () => store.set(fillPatientSearch(target.patientSearch)))
  } else window.open(target.href, '_blank', target.isNewTab ? 'noopener' : '')
}

/** Opens a page in a new tab, which starts with a copy of this tab's values. This tab keeps the one that changes. */
function openTab<Value>(path: string, store: Store<Value>, change: () => void) {
  const own = store.get()
  change()
  window.open(path, '_blank')
  if (own === undefined) store.remove()
  else store.set(own)
}

type Filled = { searchType: SearchType; searchTerm: string }

/** Fills a patient search as the form does, and submits it if it is complete. */
function fillPatientSearch({ searchType, searchTerm }: Filled) {
  const values: PatientValues = { ...allClientsSelected, searchType, searchTerm }
  const term = searchType === 'DOB' ? (parseDate(searchTerm) ?? '') : searchTerm
  const isComplete = validatePatientSearch(searchType, term) === undefined
  return { values, submitted: isComplete ? values : undefined, view: patientSearch.firstView() }
}
