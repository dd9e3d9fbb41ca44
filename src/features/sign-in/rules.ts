/** Paths that sign-in never returns to: sign-in, logout and redirect pages, and paths that are not pages. */
const excludedPaths = /^\/((token|logout|sign-in-failed|api|auth|idp|assets)(\/.*)?)?$/i

/**
 * Returns the path to open after sign-in: the given one, with its query and fragment, if it is a page of the portal, otherwise
 * `/home`.
 */
export function safeReturnPath(path: string | null | undefined): string {
  const origin = 'http://portal.invalid'
  if (!path || path.includes('\\') || !URL.canParse(path, origin)) return '/home'
  const { origin: parsedOrigin, pathname, search, hash } = new URL(path, origin)
  const isOurs = path.startsWith('/') && parsedOrigin === origin && !pathname.startsWith('//')
  return isOurs && !excludedPaths.test(decodePath(pathname)) ? `${pathname}${search}${hash}` : '/home'
}

/** The member `reason` of a 403 for a call that demands a step-up: a recent, strong sign-in. */
export const stepUpReason = 'step-up'

/** A path without its fragment, which can name a bill and never reaches the server. */
export const withoutFragment = (path: string) => path.replace(/#.*/, '')

/** The path of a sign-in that returns to a path of the portal, without its fragment. */
export const signInPath = (returnTo: string) =>
  `/auth/sign-in?returnTo=${encodeURIComponent(withoutFragment(returnTo))}`

/** The same for a sign-in that proves more than usual (RFC 9470). */
export const stepUpPath = (returnTo: string) => `${signInPath(returnTo)}&stepUp=true`

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '/'
  }
}
