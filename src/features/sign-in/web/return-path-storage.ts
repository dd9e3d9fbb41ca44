const key = 'returnTo'

/** Stores, for this tab, the page to return to after sign-in. */
export function storeReturnPath(path: string) {
  try {
    sessionStorage.setItem(key, path)
  } catch {
    // Storage is blocked: sign-in returns to the home page.
  }
}

/** The page to return to after sign-in, if any. */
export function storedReturnPath(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Clears the stored page. */
export function clearReturnPath() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
