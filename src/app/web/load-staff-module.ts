import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasStored, onStoredChange } from '#platform/web/local-storage.ts'
import { loadPage } from './load-page.ts'

type StaffModule = typeof import('./staff-shell/staff-module.ts')['staffModule']

let code: StaffModule | undefined

/** Whether local storage has a token, valid or not: only then is the staff module needed. */
export const hasToken = () => hasStored('userToken')

/** Loads the staff module if necessary, initializes it and returns it. */
export async function loadStaffModule(): Promise<StaffModule> {
  code ??= (await loadPage(() => import('./staff-shell/staff-module.ts'))).staffModule
  code.initStaffModule()
  return code
}

/** Returns whether someone is signed in, in any tab, and the staff module once it has loaded. */
export function useStaffModule(): { isSignedIn: boolean; code: StaffModule | undefined } {
  const isSignedIn = useSyncExternalStore(onStoredChange, hasToken)
  const [loaded, setLoaded] = useState(code)
  useEffect(() => {
    if (isSignedIn && !loaded)
      loadStaffModule().then(
        (module) => setLoaded(module),
        () => {},
      )
  }, [isSignedIn, loaded])
  return { isSignedIn, code: loaded }
}
