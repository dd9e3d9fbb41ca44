import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { z } from 'zod'
import type { SearchType } from '#cases/contract.ts'
import { validatePatientSearch } from '#cases/rules.ts'
import { type PatientValues, patientValues } from '#cases/web/search/search-values.ts'
import { messages as clientMessages } from '#clients/messages.ts'
import { currentClient, isInternalStore, useConfiguration } from '#clients/web/configuration-store.ts'
import { enterClient, loadClient } from '#clients/web/open-client.ts'
import { FindPalette } from '#find/web/find-palette.tsx'
import type { PageEntry, Target } from '#find/web/result-rows.ts'
import { parseDate } from '#platform/contract/parse-date.ts'
import { ApiError } from '#platform/web/api-client.ts'
import { showError } from '#platform/web/error-notice.tsx'
import { allClientsSelected } from '#platform/web/multi-client-search/client-selection.ts'
import { staffPrefix, tabStore, useStored } from '#platform/web/storage.ts'
import { storedToken } from '#sign-in/web/session-store.ts'
import { staffLinks } from './staff-nav.tsx'

type FindLauncherProps = {
  /** Closes the palette and restores the focus. */
  onClose: () => void
  /** Closes the palette because another page opens. */
  onLeave: () => void
}

/** The palette with the menu of the person, and what its rows open. */
export function FindLauncher({ onClose, onLeave }: FindLauncherProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const configuration = useConfiguration()
  const [isInternal] = useStored(isInternalStore, false)
  const pages = useMemo((): PageEntry[] => {
    const { before, after } = staffLinks({ configuration, isInternal }, (path) => path in router.routesByPath)
    const searches = configuration?.providerSearches ?? []
    return [
      ...before.map(({ path, label }) => ({ label, href: path, isNewTab: false })),
      ...searches.map(({ name, url }) => ({ label: name, href: url, isNewTab: true })),
      ...after.map(({ path, label }) => ({ label, href: path, isNewTab: false })),
    ]
  }, [configuration, isInternal, router])

  const viewClient = async (id: string) => {
    try {
      const client = enterClient(await loadClient(queries, { id }))
      await router.navigate({ to: '/home', state: { client } })
      queries.removeQueries({ type: 'inactive' })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) showError(clientMessages.configurationFailed)
    }
  }
  const open = (target: Target, isNewTab: boolean) => {
    if ('client' in target) return void viewClient(target.client.id)
    if ('patientSearch' in target) {
      fillPatientSearch(target.patientSearch)
      return void router.navigate({ to: '/patient-search', state: { filledAt: performance.now() } })
    }
    if (isNewTab || target.isNewTab) window.open(target.href, '_blank', target.isNewTab ? 'noopener' : '')
    else router.history.push(target.href)
  }
  return <FindPalette {...{ configuration, pages, isInternal, onClose, onLeave }} onOpen={open} />
}

type Filled = { searchType: SearchType; searchTerm: string }

/** Stores a patient search as the form does, and submits it if it is complete. */
function fillPatientSearch({ searchType, searchTerm }: Filled) {
  const values: PatientValues = { ...allClientsSelected, searchType, searchTerm }
  const term = searchType === 'DOB' ? (parseDate(searchTerm) ?? '') : searchTerm
  const isComplete = validatePatientSearch(searchType, term) === undefined
  const owner = `${storedToken()?.name} ${currentClient()?.id ?? ''}`
  const stored = z.object({ values: patientValues, submitted: patientValues.optional(), view: z.unknown() })
  tabStore(`${staffPrefix}patientSearch`, stored, { owner }).set({
    values,
    submitted: isComplete ? values : undefined,
    view: { pageIndex: 0, sorting: [{ id: 'patientName', desc: false }] },
  })
}
