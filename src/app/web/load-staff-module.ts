import { createAtom, useSelector } from '@tanstack/react-store'
import { useEffect } from 'react'
import type { Middleware } from '#platform/web/api-client.ts'
import { useIsStored } from '#platform/web/storage.ts'
import { tokenStore } from '#sign-in/web/token-store.ts'
import { loadPage } from './load-page.ts'

type StaffModule = typeof import('./staff-shell/staff-module.ts')['staffModule']

const loaded = createAtom<StaffModule | undefined>(undefined)

/** Loads the staff module if necessary, initializes it and returns it. */
export async function loadStaffModule(): Promise<StaffModule> {
  const { staffModule } = await loadPage(() => import('./staff-shell/staff-module.ts'))
  if (!loaded.get()) {
    loaded.set(staffModule)
    staffModule.initStaffModule()
  }
  return staffModule
}

/** Returns the staff module if it has loaded. */
export const loadedStaffModule = (): StaffModule | undefined => loaded.get()

/** The staff module's middleware with this name; it passes requests on unchanged until the module has loaded. */
export const staffMiddleware =
  (name: keyof StaffModule['middleware']): Middleware =>
  (request, next) =>
    loaded.get()?.middleware[name](request, next) ?? next(request)

/** Returns whether someone is signed in, in any tab, and the staff module once it has loaded. */
export function useStaffModule(): { isSignedIn: boolean; code: StaffModule | undefined } {
  const isSignedIn = useIsStored(tokenStore)
  const code = useSelector(loaded)
  useEffect(() => {
    if (isSignedIn && !code) loadStaffModule().catch(() => {})
  }, [isSignedIn, code])
  return { isSignedIn, code }
}
