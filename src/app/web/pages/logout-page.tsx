import { removePerson } from '#clients/web/configuration-store.ts'
import { draftPrefix, removeTabValues, staffPrefix } from '#platform/web/storage.ts'
import { Logout } from '#sign-in/web/logout.tsx'
import { tokenStore } from '#sign-in/web/session-store.ts'
import { queryClient } from '../query-client.ts'

/** The /logout page. */
export function LogoutPage() {
  return <Logout onLogout={forgetEverything} />
}

function forgetEverything() {
  tokenStore.remove()
  removePerson()
  removeTabValues(staffPrefix, draftPrefix)
  queryClient.clear()
}
