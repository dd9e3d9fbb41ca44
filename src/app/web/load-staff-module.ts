import { useEffect, useState, useSyncExternalStore } from 'react'
import { isRemembered, onRemembered } from '#platform/web/local-storage.ts'
import { pageCode } from './lazy-page.ts'

type SignedIn = typeof import('./staff-shell/staff-shell.ts')['signedIn']

let code: SignedIn | undefined

/** Whether local storage keeps a token, good or not: only then the code of the signed-in part is wanted. */
export const hasToken = () => isRemembered('userToken')

/** The signed-in part of the portal, begun. */
export async function signedInCode(): Promise<SignedIn> {
  code ??= (await pageCode(() => import('./staff-shell/staff-shell.ts'))).signedIn
  code.begin()
  return code
}

/** Whether somebody is signed in, here or in another tab, and the signed-in part from when its code is there. */
export function useSignedIn(): { isSignedIn: boolean; code: SignedIn | undefined } {
  const isSignedIn = useSyncExternalStore(onRemembered, hasToken)
  const [loaded, setLoaded] = useState(code)
  useEffect(() => {
    if (isSignedIn && !loaded)
      signedInCode().then(
        (module) => setLoaded(module),
        () => {},
      )
  }, [isSignedIn, loaded])
  return { isSignedIn, code: loaded }
}
