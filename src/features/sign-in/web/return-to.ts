const key = 'returnTo'

/** Remembers, for this tab, where somebody wanted to go who has to sign in first. */
export function rememberReturn(path: string) {
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Blocked: the sign-in leads home instead.
  }
}

/** Where somebody wanted to go before the sign-in, if anywhere. */
export function rememberedReturn(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Forgets it, once they are there. */
export function forgetReturn() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Blocked: nothing was remembered.
  }
}
