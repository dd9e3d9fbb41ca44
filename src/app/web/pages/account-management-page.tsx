import { useRouter } from '@tanstack/react-router'
import { AccountManagement } from '#clients/web/account-management.tsx'

/** Who looks after the viewed client. */
export function AccountManagementPage() {
  const router = useRouter()
  return <AccountManagement onRetry={() => void router.invalidate()} />
}
