import { requestTabStorage } from '#platform/web/share-tab-storage.ts'
import { initStaffShell } from './init.ts'
import { prepareSearch, redirectFromStart, requireSearchAccess, requireStaff } from './route-guards.ts'
import { SessionWatcher } from './session-watcher.tsx'
import { StaffNav } from './staff-nav.tsx'

/** The staff shell, loaded only when a token is stored. */
export const staffShell = {
  ...{
    initStaffShell,
    requireStaff,
    requireSearchAccess,
    redirectFromStart,
    prepareSearch,
    requestTabStorage,
  },
  ...{ SessionWatcher, StaffNav },
}
