import { useEffect, useState, useSyncExternalStore } from 'react'
import { isRemembered, onRemembered } from '#platform/web/local-storage.ts'
import { pageCode } from './lazy-page.ts'

type SignedIn = typeof import('./staff-shell/staff-shell.ts')['signedIn']

let code: SignedIn | undefined

/** Whether local storage has a token, valid or not: only then is the staff module needed. */
export const hasToken = () => isRemembered('userToken')

/** The initialized staff module. */
export async function signedInCode(): Promise<SignedIn> {
  code ??= (await pageCode(() => import('./staff-shell/staff-shell.ts'))).signedIn
  code.begin()
  return code
}

/** Whether someone is signed in, in any tab, and the staff module once loaded. */
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
