import { useNavigate } from '@tanstack/react-router'
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
