/** Paths that sign-in never returns to: sign-in, logout and redirect pages, and paths that are not pages. */
const excludedPaths = /^\/((token|logout|sign-in-failed|api|auth|idp|assets)(\/.*)?)?$/i

/** Returns the path to open after sign-in: the given one if it is a page of the portal, otherwise `/home`. */
export function safeReturnPath(path: string | null | undefined): string {
  const origin = 'http://portal.invalid'
  if (!path || path.includes('\\') || !URL.canParse(path, origin)) return '/home'
  const { origin: parsedOrigin, pathname, search } = new URL(path, origin)
  const isOurs = path.startsWith('/') && parsedOrigin === origin && !pathname.startsWith('//')
  return isOurs && !excludedPaths.test(decodePath(pathname)) ? `${pathname}${search}` : '/home'
}

/** The member `reason` of a 403 for a call that demands a step-up: a recent, strong sign-in. */
export const stepUpReason = 'step-up'

/** The path of a sign-in that proves more than usual (RFC 9470) and returns to a path of the portal. */
export const stepUpPath = (returnTo: string) =>
  `/auth/sign-in?stepUp=true&returnTo=${encodeURIComponent(returnTo)}`

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '/'
  }
}
