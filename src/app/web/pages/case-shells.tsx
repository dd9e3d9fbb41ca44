import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { CurrentActivityShell, PatientSearchShell } from '#cases/web/case-shell.tsx'
import { useConfiguration } from '#clients/web/kept-configuration.ts'
import { configurationOfViewed, viewedClient } from '#clients/web/viewed-client.ts'
import { keptToken } from '#sign-in/web/kept-token.ts'
import { openDocument } from '../open-document.ts'
import { NotFoundPage } from './not-found-page.tsx'

const shells = { patientSearch: PatientSearchShell, currentActivity: CurrentActivityShell } as const

/** What stays on the screen, or is kept, while people move below /patient-search. */
export const PatientSearchPages = () => <CaseShell feature="patientSearch" />

/** The same for /current-activity. */
export const CurrentActivityPages = () => <CaseShell feature="currentActivity" />

function CaseShell({ feature }: { feature: keyof typeof shells }) {
  const kept = useConfiguration()
  const viewed = viewedClient()
  const id = viewed?.id ?? ''
  const asked = useQuery({
    queryKey: ['client-configuration', id],
    queryFn: viewed && (() => configurationOfViewed(viewed)),
    enabled: viewed !== undefined && kept === undefined,
  })
  const configuration = kept ?? asked.data
  if (configuration && !configuration[feature]) return <NotFoundPage />
  const Shell = shells[feature]
  const owner = `${keptToken()?.name} ${id}`
  const clients =
    configuration && Object.entries(configuration.clientCodes).map(([code, name]) => ({ code, name }))
  return (
    <Shell
      key={owner}
      owner={owner}
      offer={{ clients, isFailed: asked.isError && !asked.isFetching, retry: () => void asked.refetch() }}
      hasSummaries={configuration?.caseSummary ?? false}
      onOpen={openDocument}
    >
      <Outlet />
    </Shell>
  )
}
