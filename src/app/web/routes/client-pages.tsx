import { useNavigate, useRouter } from '@tanstack/react-router'
import { AccountManagement } from '#clients/web/account-management.tsx'
import { ClientSelector } from '#clients/web/client-selector.tsx'
import { queryClient } from '../query-client.ts'

/** The client selector page; clears data fetched for another client. */
export function ClientSelectorPage() {
  const navigate = useNavigate()
  return (
    <ClientSelector
      onChosen={async (client) => {
        await navigate({ to: '/home', state: { client } })
        queryClient.removeQueries({ type: 'inactive' })
      }}
    />
  )
}

/** The account managers of the current client. */
export function AccountManagementPage() {
  const router = useRouter()
  return <AccountManagement onRetry={() => void router.invalidate()} />
}
