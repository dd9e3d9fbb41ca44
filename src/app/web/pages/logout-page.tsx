import { forgetPerson } from '#clients/web/viewed-client.ts'
import { forgetKeptAndDrafts } from '#platform/web/kept-for-tab.ts'
import { blankToken } from '#sign-in/web/kept-token.ts'
import { Logout } from '#sign-in/web/logout.tsx'
import { queryClient } from '../query-client.ts'

/** The page of /logout. */
export function LogoutPage() {
  return <Logout onLogout={forgetEverything} />
}

function forgetEverything() {
  blankToken()
  forgetPerson()
  forgetKeptAndDrafts()
  queryClient.clear()
}
