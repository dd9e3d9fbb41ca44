import { borrowKept } from '#platform/web/kept-by-tabs.ts'
import { admitStaff, admitToSearch, leaveStart, readySearch } from './admission.ts'
import { begin } from './begin.ts'
import { SessionKeeper } from './session-keeper.tsx'
import { StaffBar } from './staff-bar.tsx'

/** What the pages' frame and the router have of the signed-in part, whose code comes only where a token is kept. */
export const signedIn = {
  ...{ begin, admitStaff, admitToSearch, leaveStart, readySearch, borrowKept },
  ...{ SessionKeeper, StaffBar },
}
