const key = 'returnTo'

/** Stores, for this tab, the page to return to after sign-in. */
export function rememberReturn(path: string) {
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Storage is blocked: sign-in leads home instead.
  }
}

/** The page to return to after sign-in, if any. */
export function rememberedReturn(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Clears it after arrival. */
export function forgetReturn() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
