import { useEffect, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { localStore } from '#platform/web/storage.ts'
import { loadPage } from './load-page.ts'

type StaffModule = typeof import('./staff-shell/staff-module.ts')['staffModule']

let code: StaffModule | undefined

/** The token, valid or not. Its schema belongs to the staff module, which loads only if there is a token. */
export const anyToken = localStore('userToken', z.unknown())

/** Loads the staff module if necessary, initializes it and returns it. */
export async function loadStaffModule(): Promise<StaffModule> {
  code ??= (await loadPage(() => import('./staff-shell/staff-module.ts'))).staffModule
  code.initStaffModule()
  return code
}

/** Returns whether someone is signed in, in any tab, and the staff module once it has loaded. */
export function useStaffModule(): { isSignedIn: boolean; code: StaffModule | undefined } {
  const isSignedIn = useSyncExternalStore(anyToken.subscribe, anyToken.has)
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
