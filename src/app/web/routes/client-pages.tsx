import { useRouter } from '@tanstack/react-router'
import { AccountManagement } from '#clients/web/account-management.tsx'

/** The account managers of the current client. */
export function AccountManagementPage() {
  const router = useRouter()
  return <AccountManagement onRetry={() => void router.invalidate()} />
}
