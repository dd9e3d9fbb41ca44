import { forgetPerson } from '#clients/web/current-client-store.ts'
import { clearTabValuesAndDrafts } from '#platform/web/tab-storage.ts'
import { Logout } from '#sign-in/web/logout.tsx'
import { blankToken } from '#sign-in/web/token-store.ts'
import { queryClient } from '../query-client.ts'

/** The /logout page. */
export function LogoutPage() {
  return <Logout onLogout={forgetEverything} />
}

function forgetEverything() {
  blankToken()
  forgetPerson()
  clearTabValuesAndDrafts()
  queryClient.clear()
}
