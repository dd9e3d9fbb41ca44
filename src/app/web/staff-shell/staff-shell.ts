import { borrowKept } from '#platform/web/share-tab-storage.ts'
import { begin } from './init.ts'
import { admitStaff, admitToSearch, leaveStart, readySearch } from './route-guards.ts'
import { SessionKeeper } from './session-provider.tsx'
import { StaffBar } from './staff-nav.tsx'

/** What the pages' frame and the router have of the signed-in part, whose code comes only where a token is kept. */
export const signedIn = {
  ...{ begin, admitStaff, admitToSearch, leaveStart, readySearch, borrowKept },
  ...{ SessionKeeper, StaffBar },
}
