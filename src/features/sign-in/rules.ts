/** Pages that are no destination after sign-in: sign-in, logout and redirect pages, and non-pages. */
const noPlaceToReturn = /^\/((token|logout|sign-in-failed|api|auth|idp|assets)(\/.*)?)?$/i

/** Returns a portal path to go to after sign-in; anything else becomes `/home`. */
export function ownPath(path: string | null | undefined): string {
  const origin = 'http://portal.invalid'
  if (!path || path.includes('\\') || !URL.canParse(path, origin)) return '/home'
  const { origin: named, pathname, search } = new URL(path, origin)
  const isOurs = path.startsWith('/') && named === origin && !pathname.startsWith('//')
  return isOurs && !noPlaceToReturn.test(decoded(pathname)) ? `${pathname}${search}` : '/home'
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '/'
  }
}
