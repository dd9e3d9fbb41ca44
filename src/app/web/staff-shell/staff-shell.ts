import { borrowKept } from '#platform/web/share-tab-storage.ts'
import { begin } from './init.ts'
import { admitStaff, admitToSearch, leaveStart, readySearch } from './route-guards.ts'
import { SessionKeeper } from './session-provider.tsx'
import { StaffBar } from './staff-nav.tsx'

/** The staff shell, loaded only when a token is stored. */
export const signedIn = {
  ...{ begin, admitStaff, admitToSearch, leaveStart, readySearch, borrowKept },
  ...{ SessionKeeper, StaffBar },
}
